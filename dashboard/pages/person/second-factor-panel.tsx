/** The authenticator app of who is signed in, and the codes for the day it is lost. */
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { sessionChanged } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code } from '../../components/shown.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { securityTexts } from '../../texts/security.ts';
import { countText } from '../../texts/texts.ts';

type Proposed = Answered<'POST /api/me/factors/totp/secret'>;

const factorsKey = ['factors'] as const;

export function SecondFactorPanel() {
  const texts = useTexts(securityTexts);
  const { language } = useLanguage();
  const factors = useQuery({ queryKey: factorsKey, queryFn: () => call('GET /api/me/factors') });
  const [codes, setCodes] = useState<readonly string[]>();
  const { data, error } = factors;
  return (
    <Panel title={texts.factorTitle}>
      {error === null ? null : <FailedView failure={error} retry={() => void factors.refetch()} />}
      {data === undefined && error === null ? <Waiting rows={2} /> : null}
      {data === undefined ? null : (
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{data.hasTotp ? texts.factorOn : texts.factorNone}</Text>
          {data.hasTotp ? (
            <>
              <Text size="sm" c="dimmed">
                {countText(texts.codesLeft, data.codesLeft, language)}
              </Text>
              <Standing show={setCodes} />
            </>
          ) : (
            <AddApp show={setCodes} />
          )}
        </Stack>
      )}
      <Codes codes={codes} close={() => setCodes(undefined)} />
    </Panel>
  );
}

type ShowCodes = { readonly show: (codes: readonly string[]) => void };

function AddApp({ show }: ShowCodes) {
  const texts = useTexts(securityTexts);
  const common = useTexts(commonTexts);
  const [proposed, setProposed] = useState<Proposed>();
  const begin = useSubmit(async () => setProposed(await call('POST /api/me/factors/totp/secret')));
  return (
    <>
      <FailureLine failure={begin.failure} />
      <Button loading={begin.isBusy} onClick={() => void begin.run()}>
        {texts.addApp}
      </Button>
      <Modal
        opened={proposed !== undefined}
        onClose={() => setProposed(undefined)}
        title={texts.addApp}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        {proposed === undefined ? null : (
          <Prove
            proposed={proposed}
            show={(codes) => {
              setProposed(undefined);
              show(codes);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function Prove({ proposed, show }: ShowCodes & { readonly proposed: Proposed }) {
  const texts = useTexts(securityTexts);
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const { secret, address } = proposed;
  const { isBusy, failure, submit } = useSubmit(async () => {
    const added = await call('PUT /api/me/factors/totp', { body: { secret, code } });
    await queries.invalidateQueries({ queryKey: factorsKey });
    await sessionChanged();
    show(added.codes);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.secretText}</Text>
        <Group gap="xs">
          <Code>{secret.replace(/.{4}(?=.)/g, '$& ')}</Code>
          <CopyButton text={secret} />
        </Group>
        <Anchor href={address} size="sm">
          {texts.openApp}
        </Anchor>
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          required
          data-autofocus
        />
        <FailureLine failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.addApp}
        </Button>
      </Stack>
    </form>
  );
}

function Standing({ show }: ShowCodes) {
  const texts = useTexts(securityTexts);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'remove' | 'codes'>();
  const close = () => setAsked(undefined);
  const changed = async () => {
    await queries.invalidateQueries({ queryKey: factorsKey });
    await sessionChanged();
  };
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setAsked('codes')}>
        {texts.newCodes}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsked('remove')}>
        {texts.removeApp}
      </Button>
      <Confirm
        isOpen={asked === 'remove'}
        title={texts.removeApp}
        effect={texts.removeAppEffect}
        action={texts.removeApp}
        onClose={close}
        onConfirm={async () => {
          await call('DELETE /api/me/factors/totp');
          await changed();
        }}
      />
      <Confirm
        isOpen={asked === 'codes'}
        title={texts.newCodes}
        effect={texts.newCodesEffect}
        action={texts.newCodes}
        onClose={close}
        onConfirm={async () => {
          show((await call('POST /api/me/factors/recovery-codes')).codes);
          await changed();
        }}
      />
    </Group>
  );
}

function Codes({
  codes,
  close,
}: {
  readonly codes: readonly string[] | undefined;
  readonly close: () => void;
}) {
  const texts = useTexts(securityTexts);
  return (
    <Modal
      opened={codes !== undefined}
      onClose={close}
      title={texts.codesTitle}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">{texts.codesText}</Text>
        <Stack gap={4}>
          {codes?.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </Stack>
        <Group justify="space-between">
          <CopyButton text={codes?.join('\n') ?? ''} />
          <Button onClick={close}>{texts.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

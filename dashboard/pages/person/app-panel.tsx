/** The authenticator app of the person who is signed in. */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Panel } from '../../components/panel.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { Code } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { securityTexts } from '../../texts/security.ts';
import type { FactorPanelProps } from './factors.ts';

type Proposed = Answer<'factor propose-app'>;

export function AppPanel({ factors, changed, show }: FactorPanelProps) {
  const texts = useTexts(securityTexts);
  return (
    <Panel title={texts.factorTitle}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{factors.hasTotp ? texts.factorOn : texts.factorNone}</Text>
        {factors.hasTotp ? (
          <RemoveApp changed={changed} />
        ) : (
          <AddApp changed={changed} show={show} />
        )}
      </Stack>
    </Panel>
  );
}

function AddApp({ changed, show }: Pick<FactorPanelProps, 'changed' | 'show'>) {
  const texts = useTexts(securityTexts);
  const [proposed, setProposed] = useState<Proposed>();
  const begin = useSubmit(async () => setProposed(await act('factor propose-app', {})));
  return (
    <>
      <FailureNote failure={begin.failure} />
      <Button variant="default" loading={begin.isBusy} onClick={() => void begin.run()}>
        {texts.addApp}
      </Button>
      <FormModal
        isOpen={proposed !== undefined}
        title={texts.addApp}
        onClose={() => setProposed(undefined)}
      >
        {proposed === undefined ? null : (
          <Prove
            proposed={proposed}
            show={async (codes) => {
              await changed();
              setProposed(undefined);
              show(codes);
            }}
          />
        )}
      </FormModal>
    </>
  );
}

type ProveProps = {
  readonly proposed: Proposed;
  readonly show: (codes: readonly string[]) => Promise<void>;
};

function Prove({ proposed, show }: ProveProps) {
  const texts = useTexts(securityTexts);
  const [code, setCode] = useState('');
  const { secret, address } = proposed;
  const { isBusy, failure, submit } = useSubmit(async () => {
    const added = await act('factor add-app', { secret, code });
    await show(added.codes);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.secretText}</Text>
        <Group justify="center">
          <QrCode text={address} label={texts.qrCode} />
        </Group>
        <Group gap="xs" wrap="nowrap">
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
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.addApp}
        </Button>
      </Stack>
    </form>
  );
}

function RemoveApp({ changed }: Pick<FactorPanelProps, 'changed'>) {
  const texts = useTexts(securityTexts);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        {texts.removeApp}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={texts.removeApp}
        effect={texts.removeAppEffect}
        action={texts.removeApp}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await act('factor remove-app', {});
          await changed();
        }}
      />
    </>
  );
}

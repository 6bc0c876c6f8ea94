/** The address that one signs in by; another one waits here until its mail has been read. */
import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { queries } from '../../app/queries.ts';
import type { Me } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatTime } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { addressTexts } from '../../texts/address.ts';
import { fill } from '../../texts/texts.ts';
import { type AddressChange, addressChangeKey, useAddressChange } from './use-address-change.ts';

/** Where the last link went, if it could be mailed. */
type Asked = { readonly email: string; readonly isMailed: boolean };
type Ask = (email: string) => Promise<void>;

export function AddressPanel({ me }: { readonly me: Me }) {
  const texts = useTexts(addressTexts);
  const { data, error, refetch } = useAddressChange();
  const [asked, setAsked] = useState<Asked>();
  const before = me.user.email;
  const ask = async (email: string) => {
    setAsked(undefined);
    const { isMailed, ...change } = await act('address ask', { email });
    queries.setQueryData(addressChangeKey, change);
    setAsked({ email: change.pending?.email ?? email, isMailed });
  };
  return (
    <Panel title={texts.title}>
      <Stack gap="md">
        <Text size="sm">{fill(texts.text, { email: before })}</Text>
        {error === null ? null : <FailedView failure={error} retry={() => void refetch()} />}
        {data === undefined && error === null ? <Waiting rows={2} /> : null}
        {data?.pending ? (
          <Pending pending={data.pending} before={before} ask={ask} asked={asked} />
        ) : null}
        {data?.isOffered === true ? <AskForm ask={ask} /> : null}
        {data?.isOffered === false ? <ByCommand text={texts.withoutMail} /> : null}
      </Stack>
    </Panel>
  );
}

function Pending({
  pending: { email, endsAtMs },
  before,
  ask,
  asked,
}: {
  readonly pending: NonNullable<AddressChange['pending']>;
  readonly before: string;
  readonly ask: Ask;
  readonly asked: Asked | undefined;
}) {
  const texts = useTexts(addressTexts);
  const { language } = useLanguage();
  const asking = useSubmit(() => ask(email));
  const staying = useSubmit(async () => {
    await act('address cancel', {});
    await queries.invalidateQueries({ queryKey: addressChangeKey });
  });
  const until = formatTime(endsAtMs, language, Date.now());
  return (
    <Alert color="yellow">
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {fill(texts.waiting, { email })}
        </Text>
        <Text size="sm">{fill(texts.waitingText, { until, before })}</Text>
        {asked?.email === email ? <Outcome asked={asked} /> : null}
        <FailureNote failure={asking.failure ?? staying.failure} />
        <Group gap="xs">
          <Button variant="default" loading={asking.isBusy} onClick={() => void asking.run()}>
            {texts.again}
          </Button>
          <Button variant="default" loading={staying.isBusy} onClick={() => void staying.run()}>
            {fill(texts.stay, { email: before })}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Outcome({ asked }: { readonly asked: Asked }) {
  const texts = useTexts(addressTexts);
  const { email, isMailed } = asked;
  if (!isMailed) {
    return <ByCommand text={fill(texts.notMailed, { email })} />;
  }
  return (
    <Text size="sm" role="status">
      {fill(texts.onItsWay, { email })}
    </Text>
  );
}

function ByCommand({ text }: { readonly text: string }) {
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">{text}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        parley user address EMAIL NEW_EMAIL
      </Code>
    </Stack>
  );
}

function AskForm({ ask }: { readonly ask: Ask }) {
  const texts = useTexts(addressTexts);
  const [email, setEmail] = useState('');
  const { isBusy, failure, submit } = useSubmit(async () => {
    await ask(email);
    setEmail('');
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={texts.newAddress}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          w="100%"
          maw={360}
        />
        <FailureNote failure={failure} />
        <Button type="submit" variant="default" loading={isBusy}>
          {texts.change}
        </Button>
      </Stack>
    </form>
  );
}

/** Who comes back says who they are, and goes on where they wanted to go. */
import {
  Alert,
  Anchor,
  Button,
  Divider,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { act, ask } from '../../api/operate.ts';
import { knowsPasskeys, showPasskey } from '../../api/passkeys.ts';
import { sessionHasEnded } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { CodesLeft } from '../../components/codes-left.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { personTexts } from '../../texts/person.ts';
import { securityTexts } from '../../texts/security.ts';
import { nextAddress } from './next-address.ts';

export function SignInPage() {
  const texts = useTexts(personTexts);
  // Where it cannot be asked, the password is asked for alone.
  const { data } = useQuery({ queryKey: ['sign-in'], queryFn: () => ask('sign-in look', {}) });
  const [codesLeft, setCodesLeft] = useState<number>();
  if (codesLeft !== undefined) {
    return (
      <CardPage title={texts.signInTitle}>
        <CodesLeft left={codesLeft} goOn={goOn} />
      </CardPage>
    );
  }
  return (
    <CardPage title={texts.signInTitle}>
      <Stack gap="md">
        {sessionHasEnded() ? (
          <Alert color="yellow" role="status">
            {texts.sessionHasEnded}
          </Alert>
        ) : null}
        <PasswordForm usedCode={setCodesLeft} />
        <Anchor href="/forgot" size="sm">
          {texts.forgot}
        </Anchor>
        {data?.passkeys === 'offered' && knowsPasskeys() ? <ByPasskey /> : null}
      </Stack>
    </CardPage>
  );
}

type PasswordProps = { readonly usedCode: (left: number) => void };

function PasswordForm({ usedCode }: PasswordProps) {
  const texts = { ...useTexts(commonTexts), ...useTexts(securityTexts), ...useTexts(personTexts) };
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    try {
      const begun = await act('sign-in begin', { email, password, ...(code && { code }) });
      if (begun.recoveryCodesLeft === null) goOn();
      else usedCode(begun.recoveryCodesLeft);
    } catch (thrown) {
      const needsCode = thrown instanceof ApiFailure && thrown.word === 'code is needed';
      if (!needsCode) throw thrown;
      setCode('');
    }
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
        {code === undefined ? null : (
          <TextInput
            label={texts.code}
            description={texts.signInCodeHint}
            autoComplete="one-time-code"
            maxLength={100}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoFocus
            required
          />
        )}
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.signIn}
        </Button>
      </Stack>
    </form>
  );
}

function ByPasskey() {
  const texts = { ...useTexts(securityTexts), ...useTexts(personTexts) };
  const { isBusy, failure, run } = useSubmit(async () => {
    await act('sign-in by-passkey', await showPasskey(texts));
    goOn();
  });
  return (
    <>
      <Divider label={texts.or} />
      <FailureNote failure={failure} />
      <Button variant="default" loading={isBusy} onClick={() => void run()} fullWidth>
        {texts.signInByPasskey}
      </Button>
      <Text size="xs" c="dimmed">
        {texts.lostPasskey}
      </Text>
    </>
  );
}

function goOn(): void {
  location.replace(nextAddress(location.search, location.origin));
}

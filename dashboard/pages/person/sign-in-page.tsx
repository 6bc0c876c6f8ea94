/** Who comes back says who they are, and goes on where they wanted to go. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { transport } from '../../api/transport.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { sayFailure } from '../../components/say-failure.ts';
import { commonTexts } from '../../texts/common.ts';
import { personTexts } from '../../texts/person.ts';
import { securityTexts } from '../../texts/security.ts';
import { nextAddress } from './next-address.ts';

export function SignInPage() {
  const texts = {
    ...useTexts(commonTexts),
    ...useTexts(securityTexts),
    ...useTexts(personTexts),
  };
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [wrong, setWrong] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong('');
    try {
      await transport('POST', '/api/session', { body: { email, password, ...(code && { code }) } });
      location.replace(nextAddress(location.search, location.origin));
    } catch (failure) {
      setBusy(false);
      const needsCode = failure instanceof ApiFailure && failure.word === 'code is needed';
      if (needsCode) setCode('');
      else setWrong(failure instanceof ApiFailure ? sayFailure(failure, texts) : texts.wentWrong);
    }
  };
  return (
    <CardPage title={texts.signInTitle}>
      <form onSubmit={(event) => void submit(event)}>
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
          {wrong === '' ? null : (
            <Alert color="red" role="alert">
              {wrong}
            </Alert>
          )}
          <Button type="submit" loading={isBusy} fullWidth>
            {texts.signIn}
          </Button>
        </Stack>
      </form>
    </CardPage>
  );
}

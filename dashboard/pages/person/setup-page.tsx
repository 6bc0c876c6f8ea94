/** The first administrator. The token stands behind the #, which no browser sends to a server or to another page. */
import { Alert, Button, Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { transport } from '../../api/transport.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { sayFailure } from '../../components/say-failure.ts';
import { commonTexts } from '../../texts/common.ts';
import { personTexts } from '../../texts/person.ts';

export function SetupPage() {
  const texts = useTexts(personTexts);
  const [token] = useState(() => location.hash.slice(1));
  return (
    <CardPage title={texts.setupTitle}>
      {token === '' ? (
        <Stack gap="sm">
          <Text size="sm">{texts.noToken}</Text>
          <Code block>parley setup-link</Code>
        </Stack>
      ) : (
        <SetupForm token={token} />
      )}
    </CardPage>
  );
}

function SetupForm({ token }: { readonly token: string }) {
  const texts = { ...useTexts(commonTexts), ...useTexts(personTexts) };
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await transport('POST', '/api/setup', { body: { token, email, password } });
      // A fresh document, and no used token in the history.
      location.replace('/');
    } catch (failure) {
      setWrong(failure instanceof ApiFailure ? sayFailure(failure, texts) : texts.wentWrong);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.setupIntro}
        </Text>
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
          description={texts.passwordHint}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
        {wrong === '' ? null : (
          <Alert color="red" role="alert">
            {wrong}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.createAdministrator}
        </Button>
      </Stack>
    </form>
  );
}

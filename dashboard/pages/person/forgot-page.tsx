/** Who forgot their password asks for a link by mail, or hears how else they come back in. */
import { Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { personTexts } from '../../texts/person.ts';

export function ForgotPage() {
  const texts = useTexts(personTexts);
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in'],
    queryFn: () => ask('sign-in look', {}),
  });
  return (
    <CardPage title={texts.forgotTitle}>
      <Stack gap="md">
        {error === null ? null : <FailedView failure={error} retry={() => void refetch()} />}
        {data === undefined && error === null ? <Waiting rows={2} /> : null}
        {data?.resetsByMail === true ? <AskForm /> : null}
        {data?.resetsByMail === false ? <WithoutMail /> : null}
        <Anchor href="/sign-in" size="sm">
          {texts.backToSignIn}
        </Anchor>
      </Stack>
    </CardPage>
  );
}

function AskForm() {
  const texts = useTexts(personTexts);
  const { language } = useLanguage();
  const [email, setEmail] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const { isBusy, failure, submit } = useSubmit(async () => {
    await act('sign-in forgot', { email, language });
    setIsAsked(true);
  });
  if (isAsked) {
    return (
      <Text size="sm" role="status">
        {texts.resetAsked}
      </Text>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.forgotText}</Text>
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
        />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.askForLink}
        </Button>
      </Stack>
    </form>
  );
}

function WithoutMail() {
  const texts = useTexts(personTexts);
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.forgotWithoutMail}</Text>
      <Code block>parley user reset EMAIL</Code>
    </Stack>
  );
}

/** The link that confirms another address. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { act } from '../../api/operate.ts';
import { sessionChanged, useMe } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { addressTexts } from '../../texts/address.ts';
import { fill } from '../../texts/texts.ts';
import { LinkPage, useLinkToken } from './link-page.tsx';

export function AddressPage() {
  const texts = useTexts(addressTexts);
  const token = useLinkToken();
  const { data: me, error } = useMe();
  if (token !== '' && me) return <SignedInPage token={token} before={me.user.email} />;
  return (
    <CardPage title={texts.confirmTitle}>
      {token === '' ? <Text size="sm">{texts.noLink}</Text> : null}
      {error === null ? null : <FailedView failure={error} />}
      {token !== '' && me === undefined && error === null ? <Waiting rows={2} /> : null}
      {token !== '' && me === null ? <SignInFirst /> : null}
    </CardPage>
  );
}

type ConfirmProps = { readonly token: string; readonly before: string };

/** A link is of one person: only that person is told what it confirms. */
function SignedInPage({ token, before }: ConfirmProps) {
  const texts = useTexts(addressTexts);
  return (
    <LinkPage
      token={token}
      title={() => texts.confirmTitle}
      noToken={<Text size="sm">{texts.noLink}</Text>}
      look={() => act('address look', { token })}
      show={({ email }) => <ConfirmForm token={token} email={email} before={before} />}
    />
  );
}

/** In a tab of its own: this one keeps the link. */
function SignInFirst() {
  const texts = useTexts(addressTexts);
  useEffect(() => {
    const look = () => void sessionChanged();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return (
    <Stack gap="md">
      <Text size="sm">{texts.signInText}</Text>
      <Button component="a" href="/sign-in" target="_blank" rel="noopener" fullWidth>
        {texts.signInFirst}
      </Button>
    </Stack>
  );
}

function ConfirmForm({ token, email, before }: ConfirmProps & { readonly email: string }) {
  const texts = useTexts(addressTexts);
  const [confirmed, setConfirmed] = useState<string>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const done = await act('address confirm', { token });
    setConfirmed(done.email);
  });
  if (confirmed !== undefined) return <Confirmed email={confirmed} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{fill(texts.confirmText, { email, before })}</Text>
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  );
}

function Confirmed({ email }: { readonly email: string }) {
  const texts = useTexts(addressTexts);
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {fill(texts.confirmed, { email })}
      </Text>
      {/* A fresh document, and no used token in the history. */}
      <Button onClick={() => location.replace('/profile')} fullWidth>
        {texts.toProfile}
      </Button>
    </Stack>
  );
}

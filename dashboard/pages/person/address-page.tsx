/** The link that confirms another address: its token stands behind the #, which no browser sends to a server. */
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { act } from '../../api/operate.ts';
import { sessionChanged, useMe } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { addressTexts } from '../../texts/address.ts';
import { fill } from '../../texts/texts.ts';
import { useAddressChange } from './use-address-change.ts';

export function AddressPage() {
  const texts = useTexts(addressTexts);
  const [token] = useState(() => location.hash.slice(1));
  const { data: me, error } = useMe();
  return (
    <CardPage title={texts.confirmTitle}>
      {token === '' ? <Text size="sm">{texts.noLink}</Text> : null}
      {error === null ? null : <FailedView failure={error} />}
      {token !== '' && me === undefined && error === null ? <Waiting rows={2} /> : null}
      {token !== '' && me === null ? <SignInFirst /> : null}
      {token !== '' && me ? <ConfirmForm token={token} before={me.user.email} /> : null}
    </CardPage>
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

function ConfirmForm({ token, before }: { readonly token: string; readonly before: string }) {
  const texts = useTexts(addressTexts);
  const { data, error, refetch } = useAddressChange();
  const [confirmed, setConfirmed] = useState<string>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const { email } = await act('address confirm', { token });
    setConfirmed(email);
  });
  if (confirmed !== undefined) return <Confirmed email={confirmed} />;
  if (error !== null) return <FailedView failure={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting rows={2} />;
  if (data.pending === null) {
    return <Text size="sm">{fill(texts.confirmUnknown, { before })}</Text>;
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{fill(texts.confirmText, { email: data.pending.email, before })}</Text>
        <FailureLine failure={failure} />
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

/** An invitation or a reset: its token stands behind the #, which no browser sends to a server. */
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useMe } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { securityTexts } from '../../texts/security.ts';
import { fill } from '../../texts/texts.ts';

type Link = Answered<'POST /api/link/look'>;

export function JoinPage() {
  const texts = useTexts(securityTexts);
  const [token] = useState(() => location.hash.slice(1));
  const looked = useQuery({
    queryKey: ['link', token],
    queryFn: () => call('POST /api/link/look', { body: { token } }),
    enabled: token !== '',
    retry: false,
  });
  const { data: link, error } = looked;
  return (
    <CardPage title={link?.kind === 'reset' ? texts.resetTitle : texts.joinTitle}>
      {token === '' ? <Text size="sm">{texts.noLink}</Text> : null}
      {error === null ? null : <FailedView failure={error} />}
      {link === undefined && error === null && token !== '' ? <Waiting rows={3} /> : null}
      {link === undefined ? null : <LinkForm token={token} link={link} />}
    </CardPage>
  );
}

function LinkForm({ token, link }: { readonly token: string; readonly link: Link }) {
  return link.kind === 'invitation' && link.isKnown ? (
    <Take token={token} link={link} />
  ) : (
    <Use token={token} link={link} />
  );
}

function Take({ token, link }: { readonly token: string; readonly link: Link }) {
  const texts = useTexts(securityTexts);
  const { data: me } = useMe();
  const { isBusy, failure, submit } = useSubmit(async () => {
    await call('POST /api/me/link', { body: { token } });
    location.replace('/');
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{fill(texts.joinKnown, { email: link.email })}</Text>
        <FailureLine failure={failure} />
        {me?.user.email === link.email ? (
          <Button type="submit" loading={isBusy} fullWidth>
            {texts.take}
          </Button>
        ) : (
          <Button component="a" href="/sign-in" target="_blank" rel="noopener" fullWidth>
            {texts.signInFirst}
          </Button>
        )}
      </Stack>
    </form>
  );
}

function Use({ token, link }: { readonly token: string; readonly link: Link }) {
  const texts = useTexts(securityTexts);
  const common = useTexts(commonTexts);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isReset = link.kind === 'reset';
  const { isBusy, failure, submit } = useSubmit(async () => {
    await call('POST /api/link', { body: { token, name, password } });
    // A fresh document, and no used token in the history.
    location.replace('/');
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {fill(isReset ? texts.resetText : texts.joinText, { email: link.email })}
        </Text>
        {isReset ? null : (
          <TextInput
            label={texts.name}
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <PasswordInput
          label={common.password}
          description={fill(texts.characters, { min: link.passwordCharactersMin })}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
        <FailureLine failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {isReset ? texts.changePassword : texts.join}
        </Button>
      </Stack>
    </form>
  );
}

/** An invitation or a reset. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { keepFirstLanguage, useMe } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { personTexts } from '../../texts/person.ts';
import { securityTexts } from '../../texts/security.ts';
import { fill } from '../../texts/texts.ts';
import { BeginningFields, bring, byPassword, PasswordField, proposeForLink } from './beginning.tsx';
import { LinkPage, useLinkToken } from './link-page.tsx';
import { ShownCodes } from './recovery-codes.tsx';

type Link = Answer<'link look'>;

export function JoinPage() {
  const texts = useTexts(securityTexts);
  const token = useLinkToken();
  return (
    <LinkPage
      token={token}
      title={(link) =>
        link === undefined || link.kind === 'invitation' ? texts.joinTitle : texts.resetTitle
      }
      noToken={<Text size="sm">{texts.noLink}</Text>}
      look={() => act('link look', { token })}
      show={(link) => <LinkForm token={token} link={link} />}
    />
  );
}

function LinkForm({ token, link }: { readonly token: string; readonly link: Link }) {
  if (link.kind === 'password') return <SetPassword token={token} link={link} />;
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
    await act('link take', { token });
    location.replace('/');
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{fill(texts.joinKnown, { email: link.email })}</Text>
        <FailureNote failure={failure} />
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
  const { language } = useLanguage();
  const [name, setName] = useState('');
  const [beginning, setBeginning] = useState(byPassword);
  const [codes, setCodes] = useState<readonly string[]>();
  const isReset = link.kind === 'reset';
  const { isBusy, failure, submit } = useSubmit(async () => {
    const brought = await bring(beginning, () => proposeForLink({ token, name }), texts);
    const entered = await act('link use', { token, name, ...brought });
    await keepFirstLanguage(entered, language);
    if (entered.recoveryCodes.length === 0) begin();
    else setCodes(entered.recoveryCodes);
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
        {isReset ? (
          <PasswordField
            beginning={beginning}
            change={setBeginning}
            charactersMin={link.passwordCharactersMin}
          />
        ) : (
          <BeginningFields
            beginning={beginning}
            change={setBeginning}
            charactersMin={link.passwordCharactersMin}
            passkeys={link.passkeys}
          />
        )}
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {isReset ? texts.changePassword : texts.join}
        </Button>
      </Stack>
      <ShownCodes codes={codes} close={begin} />
    </form>
  );
}

/** It lets nobody in: who has set it signs in, with all factors. */
function SetPassword({ token, link }: { readonly token: string; readonly link: Link }) {
  const texts = { ...useTexts(securityTexts), ...useTexts(personTexts) };
  const [beginning, setBeginning] = useState(byPassword);
  const [isSet, setIsSet] = useState(false);
  const { password } = beginning;
  const { isBusy, failure, submit } = useSubmit(async () => {
    await act('link password', { token, password });
    setIsSet(true);
  });
  if (isSet) {
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {texts.passwordIsSet}
        </Text>
        <Button onClick={() => location.replace('/sign-in')} fullWidth>
          {texts.signIn}
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{fill(texts.passwordLinkText, { email: link.email })}</Text>
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          beginning={beginning}
          change={setBeginning}
          charactersMin={link.passwordCharactersMin}
        />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.changePassword}
        </Button>
      </Stack>
    </form>
  );
}

/** A fresh document, and no used token in the history. */
function begin(): void {
  location.replace('/');
}

/** The first administrator, by the link that a new installation prints. */
import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { keepFirstLanguage } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { personTexts } from '../../texts/person.ts';
import { securityTexts } from '../../texts/security.ts';
import { BeginningFields, bring, byPassword, proposeForSetup } from './beginning.tsx';
import { LinkPage, useLinkToken } from './link-page.tsx';
import { ShownCodes } from './recovery-codes.tsx';

type Rules = Answer<'setup look'>;

export function SetupPage() {
  const texts = useTexts(personTexts);
  const token = useLinkToken();
  return (
    <LinkPage
      token={token}
      title={() => texts.setupTitle}
      noToken={
        <Stack gap="sm">
          <Text size="sm">{texts.noToken}</Text>
          <Code block>parley setup-link</Code>
        </Stack>
      }
      look={() => act('setup look', { token })}
      show={(rules) => <SetupForm token={token} rules={rules} />}
    />
  );
}

function SetupForm({ token, rules }: { readonly token: string; readonly rules: Rules }) {
  const texts = useTexts(personTexts);
  const security = useTexts(securityTexts);
  const { language } = useLanguage();
  const [email, setEmail] = useState('');
  const [beginning, setBeginning] = useState(byPassword);
  const [codes, setCodes] = useState<readonly string[]>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const brought = await bring(beginning, () => proposeForSetup({ token, email }), security);
    const entered = await act('setup make', { token, email, ...brought });
    await keepFirstLanguage(entered, language);
    if (entered.recoveryCodes.length === 0) begin();
    else setCodes(entered.recoveryCodes);
  });
  return (
    <form onSubmit={submit}>
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
        <BeginningFields
          beginning={beginning}
          change={setBeginning}
          charactersMin={rules.passwordCharactersMin}
          passkeys={rules.passkeys}
        />
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy} fullWidth>
          {texts.createAdministrator}
        </Button>
      </Stack>
      <ShownCodes codes={codes} close={begin} />
    </form>
  );
}

/** A fresh document, and no used token in the history. */
function begin(): void {
  location.replace('/');
}

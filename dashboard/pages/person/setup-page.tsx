/** The first administrator. The token stands behind the #, which no browser sends to a server or to another page. */
import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { keepFirstLanguage } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CardPage } from '../../components/card-page.tsx';
import { FailedView, Waiting } from '../../components/states.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { personTexts } from '../../texts/person.ts';
import { securityTexts } from '../../texts/security.ts';
import { BeginningFields, bring, byPassword, proposeForSetup } from './beginning.tsx';
import { ShownCodes } from './recovery-codes.tsx';

type Rules = Answer<'sign-in look'>;

export function SetupPage() {
  const texts = useTexts(personTexts);
  const [token] = useState(() => location.hash.slice(1));
  const rules = useQuery({
    queryKey: ['sign-in'],
    queryFn: () => ask('sign-in look', {}),
    enabled: token !== '',
  });
  const { data, error } = rules;
  return (
    <CardPage title={texts.setupTitle}>
      {token === '' ? (
        <Stack gap="sm">
          <Text size="sm">{texts.noToken}</Text>
          <Code block>parley setup-link</Code>
        </Stack>
      ) : null}
      {error === null ? null : <FailedView failure={error} retry={() => void rules.refetch()} />}
      {data === undefined && error === null && token !== '' ? <Waiting rows={3} /> : null}
      {data === undefined ? null : <SetupForm token={token} rules={data} />}
    </CardPage>
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
        <FailureLine failure={failure} />
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

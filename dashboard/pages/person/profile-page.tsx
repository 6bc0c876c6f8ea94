/** The own person: name, password, factors, sessions. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { type Me, sessionChanged, useMe } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { commonTexts } from '../../texts/common.ts';
import { securityTexts } from '../../texts/security.ts';
import { AddressPanel } from './address-panel.tsx';
import { FactorsPanels } from './factors-panels.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function ProfilePage() {
  const texts = useTexts(securityTexts);
  const { data: me } = useMe();
  if (me === undefined || me === null) return null;
  const { lacksFactor } = me.session;
  return (
    <>
      <PageHeader title={texts.title} text={me.user.email} />
      <Stack gap="md" maw={760}>
        {lacksFactor ? <Alert color="yellow">{texts.factorMissing}</Alert> : null}
        <FactorsPanels />
        {lacksFactor ? null : (
          <>
            <NamePanel me={me} />
            <AddressPanel me={me} />
            <PasswordPanel />
            <SessionsPanel />
          </>
        )}
      </Stack>
    </>
  );
}

function NamePanel({ me }: { readonly me: Me }) {
  const texts = useTexts(securityTexts);
  const common = useTexts(commonTexts);
  const [name, setName] = useState(me.user.name);
  const { isBusy, failure, submit } = useSubmit(async () => {
    await act('me set', { name });
    await sessionChanged();
  });
  return (
    <Panel title={texts.nameTitle}>
      <form onSubmit={submit}>
        <Stack gap="sm" align="flex-start">
          <TextInput
            label={texts.name}
            autoComplete="name"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            w="100%"
            maw={360}
          />
          <FailureNote failure={failure} />
          <Button type="submit" variant="default" loading={isBusy}>
            {common.save}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function PasswordPanel() {
  const texts = useTexts(securityTexts);
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, submit } = useSubmit(async () => {
    setDone(false);
    await act('me password', { password });
    setPassword('');
    setDone(true);
  });
  return (
    <Panel title={texts.passwordTitle}>
      <form onSubmit={submit}>
        <Stack gap="sm" align="flex-start">
          <PasswordInput
            label={texts.newPassword}
            description={texts.passwordEnds}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
            w="100%"
            maw={360}
          />
          <FailureNote failure={failure} />
          {isDone ? (
            <Alert color="green" role="status">
              {texts.passwordChanged}
            </Alert>
          ) : null}
          <Button type="submit" variant="default" loading={isBusy}>
            {texts.changePassword}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

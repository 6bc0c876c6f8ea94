/** Invites a person into the account, by a mail or by a link that is handed over. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LanguageSelect } from '../../components/language-select.tsx';
import { Code } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';
import { fill } from '../../texts/texts.ts';
import { type Role, RoleSelect } from './role-select.tsx';

type Made = Answer<'member invite'>;

export function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const [mail, setMail] = useState(true);
  const [language, setLanguage] = useState(useLanguage().language);
  const [made, setMade] = useState<Made>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const wish = { email, role, language, linkOnly: !mail };
    setMade(await actIn(account, 'member invite', wish));
  });
  if (made !== undefined) return <Invited email={email} made={made} onClose={onClose} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.email}
          type="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          data-autofocus
        />
        <RoleSelect label={texts.role} value={role} onChange={setRole} />
        <Checkbox
          label={texts.inviteByMail}
          description={texts.inviteByMailHint}
          checked={mail}
          onChange={(event) => setMail(event.currentTarget.checked)}
        />
        {mail ? (
          <LanguageSelect label={texts.inviteLanguage} value={language} onChange={setLanguage} />
        ) : null}
        <FailureNote failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.invite}
        </Button>
      </Stack>
    </form>
  );
}

type InvitedProps = {
  readonly email: string;
  readonly made: Made;
  readonly onClose: () => void;
};

function Invited({ email, made, onClose }: InvitedProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const link = linkHere(made);
  return (
    <Stack gap="md">
      <Text size="sm">
        {made.isMailed ? fill(texts.inviteMailed, { email }) : texts.inviteLink}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code>{link}</Code>
        <CopyButton text={link} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose}>{common.close}</Button>
      </Group>
    </Stack>
  );
}

/** As this page was opened: without a public URL the server cannot know how others reach it. */
function linkHere({ link }: Made): string {
  const { hash, pathname } = new URL(link);
  return `${location.origin}${pathname}${hash}`;
}

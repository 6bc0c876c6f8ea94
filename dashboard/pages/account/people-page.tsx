/** Who may open the account, and who is invited. */
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMe } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { useOpened } from '../../components/use-opened.ts';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';
import { countText, fill } from '../../texts/texts.ts';

type Listed = Answer<'member list'>;
type Member = Listed['members'][number];
type Invitation = Listed['invitations'][number];

type Made = Answer<'member invite'>;
type Role = Member['role'];

const roles: readonly Role[] = ['owner', 'developer', 'support', 'billing', 'viewer'];

export function PeoplePage() {
  const texts = useTexts(accountTexts);
  const { id: account, may } = useAccount();
  const [isInviting, setInviting] = useOpened(may.includes('manage people'));
  const { language } = useLanguage();
  const [leaving, setLeaving] = useState<Member>();
  const people = useQuery({
    queryKey: ['member list', account],
    queryFn: () => askIn(account, 'member list', {}),
  });
  const invitations = people.data?.invitations ?? [];
  return (
    <>
      <PageHeader
        title={texts.peopleTitle}
        text={texts.peopleText}
        actions={
          may.includes('manage people') ? (
            <Button onClick={() => setInviting(true)} leftSection={<Icon name="plus" size={16} />}>
              {texts.invite}
            </Button>
          ) : undefined
        }
      />
      <Stack gap="md">
        <ShortList
          list="people"
          label={texts.peopleTitle}
          columns={useMemberColumns(setLeaving)}
          rows={people.data?.members}
          keyOf={({ email }) => email}
          textOf={({ email, role }) => `${email} ${texts[role]}`}
          empty={null}
          failure={people.error ?? undefined}
          retry={() => void people.refetch()}
        />
        {invitations.length === 0 ? null : <Invitations invitations={invitations} />}
      </Stack>
      <Invite isOpen={isInviting} onClose={() => setInviting(false)} />
      <Confirm
        isOpen={leaving !== undefined}
        title={texts.takeOut}
        effect={[
          fill(texts.takeOutEffect, { email: leaving?.email ?? '' }),
          countText(texts.peopleLeft, (people.data?.members.length ?? 1) - 1, language),
        ].join(' ')}
        action={texts.takeOut}
        onClose={() => setLeaving(undefined)}
        onConfirm={async () => {
          if (leaving === undefined) return;
          await actIn(account, 'member remove', { email: leaving.email });
        }}
      />
    </>
  );
}

function useMemberColumns(takeOut: (member: Member) => void): readonly Column<Member>[] {
  const texts = useTexts(accountTexts);
  const { data: me } = useMe();
  return [
    {
      name: texts.person,
      sortBy: ({ email }) => email,
      isTitle: true,
      show: ({ email }) => (email === me?.user.email ? fill(texts.you, { email }) : email),
    },
    {
      id: 'role',
      name: texts.role,
      sortBy: ({ role }) => texts[role],
      card: 'line',
      show: (member) => <RoleChoice member={member} />,
    },
    {
      id: 'factor',
      name: texts.factor,
      card: 'foot',
      isNamed: true,
      show: ({ hasSecondFactor }) => (hasSecondFactor ? texts.yes : texts.no),
    },
    {
      name: texts.takeOut,
      card: 'foot',
      isFigure: true,
      show: (member) => (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => takeOut(member)}>
          {texts.takeOut}
        </Button>
      ),
    },
  ];
}

function RoleChoice({ member }: { readonly member: Member }) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const [wanted, setWanted] = useState(member.role);
  const [failure, setFailure] = useState<unknown>();
  const choose = async (role: Role) => {
    setWanted(role);
    setFailure(undefined);
    try {
      await actIn(account, 'member set', { email: member.email, role });
    } catch (thrown) {
      setWanted(member.role);
      setFailure(thrown);
    }
  };
  return (
    <Stack gap={4}>
      <NativeSelect
        aria-label={texts.role}
        value={wanted}
        onChange={(event) => void choose(roleOf(event.currentTarget.value))}
        data={roles.map((value) => ({ value, label: texts[value] }))}
      />
      <FailureLine failure={failure} />
    </Stack>
  );
}

function roleOf(text: string): Role {
  return roles.find((role) => role === text) ?? 'viewer';
}

function Invitations({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const texts = useTexts(accountTexts);
  const columns: readonly Column<Invitation>[] = [
    { name: texts.email, isTitle: true, show: ({ email }) => email },
    { name: texts.role, card: 'corner', show: ({ role }) => texts[role] },
    {
      name: texts.until,
      card: 'line',
      isNamed: true,
      show: ({ until }) => <Time atMs={Date.parse(until)} />,
    },
    {
      name: texts.withdraw,
      card: 'foot',
      isFigure: true,
      show: ({ email }) => <Withdraw email={email} />,
    },
  ];
  return (
    <Panel isFlush title={texts.invitations}>
      <DataTable
        label={texts.invitations}
        columns={columns}
        rows={invitations}
        keyOf={({ email }) => email}
        empty={null}
      />
    </Panel>
  );
}

function Withdraw({ email }: { readonly email: string }) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const { isBusy, failure, run } = useSubmit(() => actIn(account, 'member withdraw', { email }));
  return (
    <Stack gap={4} align="flex-end">
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void run()}>
        {texts.withdraw}
      </Button>
      <FailureNote failure={failure} />
    </Stack>
  );
}

type InviteProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** As this page was opened: without a public URL the server cannot know how others reach it. */
function linkHere({ link }: Made): string {
  const { hash, pathname } = new URL(link);
  return `${location.origin}${pathname}${hash}`;
}

function Invite(props: InviteProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={texts.inviteTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <InviteForm {...props} />
    </Modal>
  );
}

function InviteForm({ onClose }: InviteProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
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
  if (made !== undefined) {
    const { isMailed } = made;
    const link = linkHere(made);
    return (
      <Stack gap="md">
        <Text size="sm">{isMailed ? fill(texts.inviteMailed, { email }) : texts.inviteLink}</Text>
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
        <NativeSelect
          label={texts.role}
          value={role}
          onChange={(event) => setRole(roleOf(event.currentTarget.value))}
          data={roles.map((value) => ({ value, label: texts[value] }))}
        />
        <Checkbox
          label={texts.inviteByMail}
          description={texts.inviteByMailHint}
          checked={mail}
          onChange={(event) => setMail(event.currentTarget.checked)}
        />
        {mail ? (
          <NativeSelect
            label={texts.inviteLanguage}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value === 'fr' ? 'fr' : 'en')}
            data={[
              { value: 'en', label: common.english },
              { value: 'fr', label: common.french },
            ]}
          />
        ) : null}
        <FailureLine failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.invite}
        </Button>
      </Stack>
    </form>
  );
}

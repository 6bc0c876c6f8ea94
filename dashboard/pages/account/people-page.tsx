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
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { accountTexts } from '../../texts/account.ts';
import { commonTexts } from '../../texts/common.ts';
import { countText, fill } from '../../texts/texts.ts';

type Listed = Answered<'GET /api/accounts/{account}/people'>;
type Member = Listed['people'][number];
type Invitation = Listed['invitations'][number];

type Made = Answered<'POST /api/accounts/{account}/invitations'>;
type Role = Member['role'];

const roles: readonly Role[] = ['owner', 'developer', 'support', 'billing', 'viewer'];

export function PeoplePage() {
  const texts = useTexts(accountTexts);
  const { id: account, may } = useAccount();
  const queries = useQueryClient();
  const [isInviting, setInviting] = useState(false);
  const { language } = useLanguage();
  const [leaving, setLeaving] = useState<Member>();
  const people = useQuery({
    queryKey: ['people', account],
    queryFn: () => call('GET /api/accounts/{account}/people', { params: { account } }),
  });
  const changed = () => queries.invalidateQueries({ queryKey: ['people', account] });
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
        <Panel isFlush>
          <DataTable
            label={texts.peopleTitle}
            columns={useMemberColumns(changed, setLeaving)}
            rows={people.data?.people}
            keyOf={({ userId }) => userId}
            empty={null}
            failure={people.error ?? undefined}
            retry={() => void people.refetch()}
          />
        </Panel>
        {invitations.length === 0 ? null : (
          <Invitations invitations={invitations} changed={changed} />
        )}
      </Stack>
      <Invite isOpen={isInviting} onClose={() => setInviting(false)} changed={changed} />
      <Confirm
        isOpen={leaving !== undefined}
        title={texts.takeOut}
        effect={[
          fill(texts.takeOutEffect, { email: leaving?.email ?? '' }),
          countText(texts.peopleLeft, (people.data?.people.length ?? 1) - 1, language),
        ].join(' ')}
        action={texts.takeOut}
        onClose={() => setLeaving(undefined)}
        onConfirm={async () => {
          if (leaving === undefined) return;
          const params = { account, user: leaving.userId };
          await call('DELETE /api/accounts/{account}/people/{user}', { params });
          await changed();
        }}
      />
    </>
  );
}

function useMemberColumns(
  changed: () => Promise<void>,
  takeOut: (member: Member) => void,
): readonly Column<Member>[] {
  const texts = useTexts(accountTexts);
  return [
    {
      name: texts.person,
      isTitle: true,
      show: ({ email, isMe }) => (isMe ? fill(texts.you, { email }) : email),
    },
    { name: texts.role, show: (member) => <RoleChoice member={member} changed={changed} /> },
    { name: texts.factor, show: ({ hasSecondFactor }) => (hasSecondFactor ? texts.yes : texts.no) },
    {
      name: texts.takeOut,
      isFigure: true,
      show: (member) => (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => takeOut(member)}>
          {texts.takeOut}
        </Button>
      ),
    },
  ];
}

function RoleChoice({
  member,
  changed,
}: {
  readonly member: Member;
  readonly changed: () => Promise<void>;
}) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const [wanted, setWanted] = useState(member.role);
  const [failure, setFailure] = useState<unknown>();
  const choose = async (role: Role) => {
    setWanted(role);
    setFailure(undefined);
    try {
      const params = { account, user: member.userId };
      await call('PATCH /api/accounts/{account}/people/{user}', { params, body: { role } });
      await changed();
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

function Invitations({
  invitations,
  changed,
}: {
  readonly invitations: readonly Invitation[];
  readonly changed: () => Promise<void>;
}) {
  const texts = useTexts(accountTexts);
  const columns: readonly Column<Invitation>[] = [
    { name: texts.email, isTitle: true, show: ({ email }) => email },
    { name: texts.role, show: ({ role }) => texts[role] },
    { name: texts.until, show: ({ endsAtMs }) => <Time atMs={endsAtMs} /> },
    {
      name: texts.withdraw,
      isFigure: true,
      show: ({ email }) => <Withdraw email={email} changed={changed} />,
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

function Withdraw({
  email,
  changed,
}: {
  readonly email: string;
  readonly changed: () => Promise<void>;
}) {
  const texts = useTexts(accountTexts);
  const { id: account } = useAccount();
  const { isBusy, failure, run } = useSubmit(async () => {
    const params = { account, email };
    await call('DELETE /api/accounts/{account}/invitations/{email}', { params });
    await changed();
  });
  return (
    <Stack gap={4}>
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
  readonly changed: () => Promise<void>;
};

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

function InviteForm({ onClose, changed }: InviteProps) {
  const texts = useTexts(accountTexts);
  const common = useTexts(commonTexts);
  const { id: account } = useAccount();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const [mail, setMail] = useState(true);
  const [made, setMade] = useState<Made>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const params = { account };
    const body = { email, role, mail };
    setMade(await call('POST /api/accounts/{account}/invitations', { params, body }));
    await changed();
  });
  if (made !== undefined) {
    const { link, isMailed } = made;
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
        <FailureLine failure={failure} />
        <Button type="submit" loading={isBusy}>
          {texts.invite}
        </Button>
      </Stack>
    </form>
  );
}

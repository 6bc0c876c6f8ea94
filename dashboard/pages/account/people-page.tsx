/** Who may open the account, and who is invited. */
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMe } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Time } from '../../components/shown.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { useOpened } from '../../components/use-opened.ts';
import { accountTexts } from '../../texts/account.ts';
import { countText, fill } from '../../texts/texts.ts';
import { InviteForm } from './invite-form.tsx';
import { type Role, RoleSelect } from './role-select.tsx';

type Listed = Answer<'member list'>;
type Member = Listed['members'][number];
type Invitation = Listed['invitations'][number];

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
            <AddButton onClick={() => setInviting(true)}>{texts.invite}</AddButton>
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
      <FormModal isOpen={isInviting} title={texts.inviteTitle} onClose={() => setInviting(false)}>
        <InviteForm onClose={() => setInviting(false)} />
      </FormModal>
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
      <RoleSelect aria-label={texts.role} value={wanted} onChange={(role) => void choose(role)} />
      <FailureNote failure={failure} />
    </Stack>
  );
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

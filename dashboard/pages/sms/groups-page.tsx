/** The groups of the address book: made, renamed and deleted; a row leads to its contacts. */
import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { useList } from '../../components/use-list.ts';
import { useOpened } from '../../components/use-opened.ts';
import { contactTexts } from '../../texts/contacts.ts';
import { countText } from '../../texts/texts.ts';

type Row = Answer<'group list'>['groups'][number];
type Asking = { readonly what: 'rename' | 'remove'; readonly of: Row };

export function GroupsPage() {
  const texts = useTexts(contactTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const navigate = useNavigate();
  const maySend = useMay('send');
  const mayOpen = useMay('read contents');
  const [isAdding, setAdding] = useOpened(maySend);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const open = (id: number) => void navigate({ to: `/${account}/sms/contacts/${id}` });
  const list = useList<Row>(['group list', account], async (_, how) => {
    const { groups } = await askIn(account, 'group list', {}, how);
    return { rows: groups, next: undefined };
  });
  const add = maySend ? (
    <AddButton onClick={() => setAdding(true)}>{texts.addGroup}</AddButton>
  ) : null;
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} actions={add} />
      <ShortList
        {...list}
        list="groups"
        csv={`groups-${account}`}
        label={texts.groups}
        columns={columnsOf(texts, maySend ? setAsking : undefined)}
        keyOf={({ id }) => id}
        textOf={({ name }) => name}
        onOpen={mayOpen ? ({ id }) => open(id) : undefined}
        empty={
          <EmptyView icon="people" title={texts.emptyTitle} text={texts.emptyText} action={add} />
        }
      />
      <FormModal isOpen={isAdding} title={texts.addGroup} onClose={() => setAdding(false)}>
        <NameForm
          action={texts.addGroup}
          save={async (name) => {
            const { group } = await actIn(account, 'group add', { name });
            open(group.id);
          }}
        />
      </FormModal>
      <FormModal isOpen={asking?.what === 'rename'} title={texts.rename} onClose={close}>
        <NameForm
          name={asking?.of.name ?? ''}
          action={texts.rename}
          save={async (name) => {
            await actIn(account, 'group rename', { group: asking?.of.id ?? 0, name });
            close();
          }}
        />
      </FormModal>
      <Confirm
        isOpen={asking?.what === 'remove'}
        title={texts.removeGroup}
        effect={countText(texts.removeEffect, asking?.of.contacts ?? 0, language, {
          name: asking?.of.name ?? '',
        })}
        action={texts.remove}
        onClose={close}
        onConfirm={() => actIn(account, 'group remove', { group: asking?.of.id ?? 0 })}
      />
    </>
  );
}

function columnsOf(
  texts: (typeof contactTexts)['en'],
  ask: ((asking: Asking) => void) | undefined,
): readonly Column<Row>[] {
  return [
    { name: texts.name, sortBy: ({ name }) => name, isTitle: true, show: ({ name }) => name },
    {
      id: 'contacts',
      name: texts.contacts,
      sortBy: ({ contacts }) => contacts,
      isFigure: true,
      card: 'corner',
      show: (row) => row.contacts,
    },
    {
      id: 'since',
      name: texts.since,
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      isFigure: true,
      card: 'line',
      show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} />,
    },
    ...(ask === undefined
      ? []
      : [
          {
            name: texts.actions,
            isFigure: true,
            card: 'foot' as const,
            show: (of: Row) => (
              <RowActions
                isAtEnd
                actions={[
                  { label: texts.rename, run: () => ask({ what: 'rename', of }) },
                  { label: texts.remove, run: () => ask({ what: 'remove', of }), takesAway: true },
                ]}
              />
            ),
          },
        ]),
  ];
}

type NameFormProps = {
  readonly name?: string;
  readonly action: string;
  readonly save: (name: string) => Promise<void>;
};

function NameForm({ name: before = '', action, save }: NameFormProps) {
  const texts = useTexts(contactTexts);
  const [name, setName] = useState(before);
  const { isBusy, failure, submit } = useSubmit(() => save(name));
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        <FormFoot sent={{ failure, isBusy }} label={action} />
      </Stack>
    </form>
  );
}

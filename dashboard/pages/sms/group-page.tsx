/** The contacts of a group: found by phone, added, changed, deleted, and imported. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useList } from '../../components/use-list.ts';
import { contactTexts } from '../../texts/contacts.ts';
import { fill } from '../../texts/texts.ts';
import { ImportContacts } from './import-contacts.tsx';
import { useGroupName } from './use-group-name.ts';

type Row = Answer<'contact list'>['contacts'][number];
type Asking =
  | { readonly what: 'add' | 'import' }
  | { readonly what: 'edit' | 'remove'; readonly of: Row };

const limit = 100;

export function GroupPage() {
  const texts = useTexts(contactTexts);
  const group = useParams({
    strict: false,
    select: ({ group: written }: { readonly group?: string }) => Number(written),
  });
  const { id: account } = useAccount();
  const maySend = useMay('send');
  const [phone] = useFilter('phone');
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const list = useContacts(group, phone);
  const isOne = asking?.what === 'edit' || asking?.what === 'remove' ? asking.of : undefined;
  return (
    <>
      <PageHeader
        title={useGroupName(group) ?? fill(texts.group, { id: group })}
        actions={maySend ? <Actions ask={setAsking} /> : null}
      />
      <FilterBar>
        <FilterText name="phone" label={texts.find} hint={texts.findHint} />
      </FilterBar>
      <Panel isFlush>
        <DataTable
          {...list}
          list="contacts"
          csv={`contacts-${group}`}
          label={texts.contacts}
          counted={texts.count}
          columns={columnsOf(texts, maySend ? setAsking : undefined)}
          keyOf={({ id }) => id}
          isFiltered={phone !== ''}
          empty={
            <EmptyView icon="people" title={texts.emptyGroupTitle} text={texts.emptyGroupText} />
          }
        />
      </Panel>
      <FormModal
        isOpen={asking?.what === 'add' || asking?.what === 'edit'}
        title={asking?.what === 'edit' ? texts.editContact : texts.addContact}
        onClose={close}
      >
        <ContactForm group={group} of={isOne} onDone={close} />
      </FormModal>
      <FormModal isOpen={asking?.what === 'import'} title={texts.importTitle} onClose={close}>
        <ImportContacts group={group} />
      </FormModal>
      <Confirm
        isOpen={asking?.what === 'remove'}
        title={texts.removeContact}
        effect={fill(texts.removeContactEffect, { phone: isOne?.phone ?? '' })}
        action={texts.remove}
        onClose={close}
        onConfirm={() => actIn(account, 'contact remove', { contact: isOne?.id ?? 0 })}
      />
    </>
  );
}

/** The server counts in pages here: the cursor is the number of the next. */
function useContacts(group: number, phone: string) {
  const { id: account } = useAccount();
  return useList<Row>(['contact list', account, group, { phone }], async (after = 1, how) => {
    const page = Number(after);
    const begins = phone === '' ? {} : { begins: phone };
    const asked = { group, page, limit, ...begins };
    const { contacts, all } = await askIn(account, 'contact list', asked, how);
    return { rows: contacts, next: page * limit < all ? page + 1 : undefined, count: all };
  });
}

function Actions({ ask }: { readonly ask: (asking: Asking) => void }) {
  const texts = useTexts(contactTexts);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="upload" size={16} />}
        onClick={() => ask({ what: 'import' })}
      >
        {texts.import}
      </Button>
      <AddButton onClick={() => ask({ what: 'add' })}>{texts.addContact}</AddButton>
    </>
  );
}

function columnsOf(
  texts: (typeof contactTexts)['en'],
  ask: ((asking: Asking) => void) | undefined,
): readonly Column<Row>[] {
  return [
    { name: texts.phone, isTitle: true, show: ({ phone }) => <Phone phone={phone} /> },
    text('firstname', texts.firstname),
    text('lastname', texts.lastname),
    text('date', texts.date, true),
    text('url', texts.url, true),
    {
      id: 'since',
      name: texts.since,
      isFigure: true,
      isExtra: true,
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
                  { label: texts.edit, run: () => ask({ what: 'edit', of }) },
                  { label: texts.remove, run: () => ask({ what: 'remove', of }), takesAway: true },
                ]}
              />
            ),
          },
        ]),
  ];
}

/** A detail of the contact. */
function text(id: keyof typeof fields, name: string, isExtra = false): Column<Row> {
  return { id, name, isExtra, card: 'line', show: (row) => row[id] || '–' };
}

const fields = {
  phone: '',
  firstname: '',
  lastname: '',
  date: '',
  url: '',
  custom1: '',
  custom2: '',
  custom3: '',
  custom4: '',
};

type FormProps = {
  readonly group: number;
  readonly of: Row | undefined;
  readonly onDone: () => void;
};

function ContactForm({ group, of, onDone }: FormProps) {
  const texts = useTexts(contactTexts);
  const { id: account } = useAccount();
  const [form, setForm] = useState(() => formOf(of));
  const { isBusy, failure, submit } = useSubmit(async () => {
    if (of === undefined) await actIn(account, 'contact add', { group, ...form });
    else await actIn(account, 'contact set', { contact: of.id, ...form });
    onDone();
  });
  const field = (name: keyof typeof fields, label: string) => ({
    label,
    value: form[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  const customs = ['custom1', 'custom2', 'custom3', 'custom4'] as const;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput {...field('phone', texts.phone)} type="tel" required data-autofocus />
        <TextInput {...field('firstname', texts.firstname)} maxLength={32} />
        <TextInput {...field('lastname', texts.lastname)} maxLength={32} />
        <TextInput {...field('date', texts.date)} description={texts.dateHint} maxLength={10} />
        <TextInput {...field('url', texts.url)} type="url" />
        {customs.map((name, at) => (
          <TextInput
            key={name}
            {...field(name, fill(texts.custom, { n: at + 1 }))}
            maxLength={255}
          />
        ))}
        <FormFoot
          sent={{ failure, isBusy }}
          label={of === undefined ? texts.addContact : texts.editContact}
        />
      </Stack>
    </form>
  );
}

function formOf(row: Row | undefined): typeof fields {
  if (row === undefined) return fields;
  const entries = Object.keys(fields).map((name) => [name, row[name as keyof typeof fields]]);
  return Object.fromEntries(entries) as typeof fields;
}

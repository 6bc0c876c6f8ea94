/** Accounts under this one: made with a key, given money, and removed. */
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { useList } from '../../components/use-list.ts';
import { useOpened } from '../../components/use-opened.ts';
import { accountPageTexts } from '../../texts/account-pages.ts';
import { fill } from '../../texts/texts.ts';

type SubAccount = Answer<'subaccount list'>['accounts'][number];
type Asking = { readonly what: 'move' | 'remove'; readonly of: SubAccount };

const tones = { active: 'good', disabled: 'quiet', blocked: 'bad' } as const;

export function SubAccountsPage() {
  const texts = useTexts(accountPageTexts);
  const { id: account, may } = useAccount();
  const [isAdding, setAdding] = useOpened(may.includes('manage people'));
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const add = may.includes('manage people') ? (
    <AddButton onClick={() => setAdding(true)}>{texts.addSub}</AddButton>
  ) : null;
  return (
    <>
      <PageHeader title={texts.subAccounts} text={texts.subLead} actions={add} />
      <Panel isFlush>
        <DataTable
          {...useSubAccounts()}
          list="subAccounts"
          csv="sub-accounts"
          label={texts.subAccounts}
          columns={useColumns(setAsking)}
          keyOf={({ id }) => id}
          empty={<EmptyView icon="tree" title={texts.noSub} text={texts.noSubText} action={add} />}
        />
      </Panel>
      <FormModal isOpen={isAdding} title={texts.addSub} onClose={() => setAdding(false)}>
        <AddForm onClose={() => setAdding(false)} />
      </FormModal>
      <FormModal isOpen={asking?.what === 'move'} title={texts.move} onClose={close}>
        {asking === undefined ? null : <MoveForm of={asking.of} onDone={close} />}
      </FormModal>
      <Confirm
        isOpen={asking?.what === 'remove'}
        title={texts.remove}
        effect={fill(texts.removeEffect, { name: asking?.of.name ?? '' })}
        action={texts.remove}
        onClose={close}
        onConfirm={async () => {
          if (asking === undefined) return;
          await actIn(account, 'subaccount remove', { subaccount: asking.of.id });
        }}
      />
    </>
  );
}

const limit = 50;

/** The server counts in pages here: the cursor is the number of the next. */
function useSubAccounts() {
  const { id: account } = useAccount();
  return useList<SubAccount>(['subaccount list', account], async (after = 1, how) => {
    const page = Number(after);
    const { accounts, all } = await askIn(account, 'subaccount list', { page, limit }, how);
    return { rows: accounts, next: page * limit < all ? page + 1 : undefined };
  });
}

function useColumns(ask: (asking: Asking) => void): readonly Column<SubAccount>[] {
  const texts = useTexts(accountPageTexts);
  const { currency } = useAccount();
  const money = (name: string, purse: 'balance' | 'testBalance'): Column<SubAccount> => ({
    id: purse,
    name,
    isFigure: true,
    card: 'foot',
    isNamed: true,
    sortBy: (one) => Number(one[purse]),
    show: (one) => <Money amount={one[purse]} currency={currency} />,
  });
  return [
    { name: texts.name, sortBy: ({ name }) => name, isTitle: true, show: ({ name }) => name },
    {
      id: 'number',
      name: texts.number,
      sortBy: ({ id }) => id,
      isFigure: true,
      show: ({ id }) => id,
    },
    {
      id: 'email',
      name: texts.email,
      sortBy: ({ email }) => email,
      card: 'line',
      show: ({ email }) => email,
    },
    {
      id: 'state',
      name: texts.state,
      sortBy: ({ state }) => texts[state],
      card: 'corner',
      show: ({ state }) => <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>,
    },
    {
      id: 'made',
      name: texts.made,
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} />,
    },
    money(texts.live, 'balance'),
    money(texts.test, 'testBalance'),
    {
      name: texts.actions,
      card: 'foot',
      show: (of) => (
        <RowActions
          actions={[
            { label: texts.move, run: () => ask({ what: 'move', of }) },
            { label: texts.remove, run: () => ask({ what: 'remove', of }), takesAway: true },
          ]}
        />
      ),
    },
  ];
}

type Mode = 'live' | 'test';

function ModeSelect({
  mode,
  choose,
}: {
  readonly mode: Mode;
  readonly choose: (mode: Mode) => void;
}) {
  const texts = useTexts(accountPageTexts);
  return (
    <NativeSelect
      label={texts.money}
      value={mode}
      onChange={(event) => choose(event.currentTarget.value === 'live' ? 'live' : 'test')}
      data={[
        { value: 'test', label: texts.test },
        { value: 'live', label: texts.live },
      ]}
    />
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(accountPageTexts);
  const { id: account, currency } = useAccount();
  const [form, setForm] = useState({ name: '', email: '', credit: '' });
  const [mode, setMode] = useState<Mode>('test');
  const [clear, setClear] = useState<string>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const wish = { ...form, credit: amountOf(form.credit), test: mode === 'test' };
    setClear((await actIn(account, 'subaccount create', wish)).key);
  });
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  if (clear !== undefined) {
    return (
      <ShownOnce text={texts.keyOnce} keys={[{ label: form.name, clear }]} onClose={onClose} />
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={texts.name} maxLength={100} required data-autofocus {...field('name')} />
        <TextInput label={texts.email} type="email" {...field('email')} />
        <ModeSelect mode={mode} choose={setMode} />
        <TextInput
          label={fill(texts.creditOf, { currency })}
          description={texts.creditHint}
          inputMode="decimal"
          {...field('credit')}
        />
        <FormFoot sent={{ failure, isBusy }} label={texts.addSub} />
      </Stack>
    </form>
  );
}

function MoveForm({ of, onDone }: { readonly of: SubAccount; readonly onDone: () => void }) {
  const texts = useTexts(accountPageTexts);
  const { id: account, currency } = useAccount();
  const [amount, setAmount] = useState('');
  const [isBack, setBack] = useState(false);
  const [purse, setPurse] = useState<Mode>('live');
  const { isBusy, failure, submit } = useSubmit(async () => {
    const move = { subaccount: of.id, amount: amountOf(amount), back: isBack };
    await actIn(account, 'subaccount credit', { ...move, test: purse === 'test' });
    onDone();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{of.name}</Text>
        <NativeSelect
          label={texts.way}
          value={isBack ? 'back' : 'there'}
          onChange={(event) => setBack(event.currentTarget.value === 'back')}
          data={[
            { value: 'there', label: texts.there },
            { value: 'back', label: texts.hither },
          ]}
        />
        <ModeSelect mode={purse} choose={setPurse} />
        <TextInput
          label={fill(texts.amountIn, { currency })}
          inputMode="decimal"
          required
          data-autofocus
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <FormFoot sent={{ failure, isBusy }} label={texts.move} />
      </Stack>
    </form>
  );
}

/** As the server reads it: with a point, and 0 for nothing. */
function amountOf(written: string): string {
  const text = written.trim().replace(',', '.');
  return text === '' ? '0' : text;
}

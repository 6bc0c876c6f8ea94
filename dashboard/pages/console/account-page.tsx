/** One account as who runs the installation sees it: money, state, limits. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';
import { policyTexts } from '../../texts/console-policy.ts';
import { viewTexts } from '../../texts/console-view.ts';
import { fill } from '../../texts/texts.ts';
import { AccountState } from './account-state.tsx';
import { EditAccount } from './edit-account.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { ViewAccount } from './view-account.tsx';

type Found = Answer<'account show'>;
type Account = Found['account'];

export function AccountPage() {
  const id = useParams({ strict: false, select: (names: { id?: string }) => names.id }) ?? '';
  const query = useQuery({
    queryKey: ['account show', id],
    queryFn: ({ signal }) => ask('account show', { account: Number(id) }, { signal }),
  });
  return <QueryView query={query}>{(found) => <Shown found={found} />}</QueryView>;
}

function Shown({ found: { account, policy, ledger } }: { readonly found: Found }) {
  const texts = useTexts(consoleAccountTexts);
  const isGone = account.removedAt !== null;
  return (
    <>
      <PageHeader
        title={account.name}
        text={<Link to="/console/accounts">{texts.back}</Link>}
        actions={isGone ? undefined : <Actions account={account} />}
      />
      <Stack gap="lg">
        <Panel>
          <Facts facts={useFacts(account, ledger)} />
        </Panel>
        <PolicyPanel id={account.id} policy={policy} />
        <LimitsPanel account={account} />
      </Stack>
    </>
  );
}

function useFacts(account: Account, ledger: Found['ledger']): readonly Fact[] {
  const texts = useTexts(consoleAccountTexts);
  const { id, email, homeCountry, createdAt, balance, testBalance, currency, parentId } = account;
  return [
    { name: texts.number, value: id },
    { name: texts.state, value: <AccountState account={account} /> },
    { name: texts.email, value: email },
    { name: texts.country, value: homeCountry },
    ...(parentId === null ? [] : [{ name: texts.under, value: parentId }]),
    { name: texts.made, value: <Time atMs={Date.parse(createdAt)} /> },
    {
      name: texts.live,
      value: <Balance amount={balance} currency={currency} adds={ledger.live.adds} />,
    },
    {
      name: texts.test,
      value: <Balance amount={testBalance} currency={currency} adds={ledger.test.adds} />,
    },
  ];
}

type BalanceProps = { readonly amount: string; readonly currency: string; readonly adds: boolean };

function Balance({ amount, currency, adds }: BalanceProps) {
  const texts = useTexts(consoleAccountTexts);
  return (
    <Group gap="xs">
      <Money amount={amount} currency={currency} />
      <StatusBadge tone={adds ? 'good' : 'bad'}>{adds ? texts.adds : texts.addsNot}</StatusBadge>
    </Group>
  );
}

function Actions({ account }: { readonly account: Account }) {
  const texts = useTexts(consoleAccountTexts);
  const policy = useTexts(policyTexts);
  const view = useTexts(viewTexts);
  const [asking, setAsking] = useState<'credit' | 'edit' | 'suspend' | 'view'>();
  const close = () => setAsking(undefined);
  const setState = (state: Account['state']) => act('account set', { account: account.id, state });
  const activate = useSubmit(() => setState('active'));
  return (
    <>
      <FailureNote failure={activate.failure} />
      {account.state === 'active' ? (
        <Button variant="default" onClick={() => setAsking('suspend')}>
          {texts.suspend}
        </Button>
      ) : (
        <Button variant="default" loading={activate.isBusy} onClick={() => void activate.run()}>
          {texts.activate}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking('view')}>
        {view.viewAs}
      </Button>
      <Button variant="default" onClick={() => setAsking('edit')}>
        {policy.edit}
      </Button>
      <Button onClick={() => setAsking('credit')}>{texts.credit}</Button>
      <FormModal isOpen={asking === 'credit'} title={texts.credit} onClose={close}>
        <CreditForm account={account} onDone={close} />
      </FormModal>
      <FormModal isOpen={asking === 'view'} title={view.title} onClose={close}>
        <ViewAccount account={account} />
      </FormModal>
      <FormModal isOpen={asking === 'edit'} title={policy.editTitle} onClose={close}>
        <EditAccount account={account} onDone={close} />
      </FormModal>
      <Confirm
        isOpen={asking === 'suspend'}
        title={fill(texts.suspendTitle, { name: account.name })}
        effect={texts.suspendEffect}
        action={texts.suspend}
        onClose={close}
        onConfirm={async () => {
          await setState('blocked');
        }}
      />
    </>
  );
}

function CreditForm({
  account,
  onDone,
}: {
  readonly account: Account;
  readonly onDone: () => void;
}) {
  const texts = useTexts(consoleAccountTexts);
  const [amount, setAmount] = useState('');
  const [purse, setPurse] = useState<'live' | 'test'>('live');
  const { isBusy, failure, submit } = useSubmit(async () => {
    const written = amount.trim().replace(',', '.');
    await act('account topup', { account: account.id, amount: written, test: purse === 'test' });
    onDone();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.creditText}
        </Text>
        <TextInput
          label={fill(texts.amount, { currency: account.currency })}
          inputMode="text"
          required
          data-autofocus
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.purse}
          value={purse}
          onChange={(event) => setPurse(event.currentTarget.value === 'test' ? 'test' : 'live')}
          data={[
            { value: 'live', label: texts.live },
            { value: 'test', label: texts.test },
          ]}
        />
        <FormFoot sent={{ failure, isBusy }} label={texts.credit} />
      </Stack>
    </form>
  );
}

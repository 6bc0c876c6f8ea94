/** What an account has left, and what moved it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, actIn, askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatNumber } from '../../components/format.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { EmptyView, FailedView, Waiting } from '../../components/states.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { accountTexts } from '../../texts/account.ts';
import { auditTexts } from '../../texts/audit.ts';
import { ledgerKindTexts } from '../../texts/ledger-kinds.ts';
import { countText, fill } from '../../texts/texts.ts';
import { actorName } from './actor-name.ts';
import { AlertPanel } from './alert-panel.tsx';

type Line = Answer<'ledger list'>['lines'][number];

export function BalancePage() {
  const texts = useTexts(accountTexts);
  return (
    <>
      <PageHeader title={texts.balanceTitle} text={texts.balanceText} />
      <Stack gap="md">
        <LeftPanel />
        <AlertPanel />
        <LedgerPanel />
      </Stack>
    </>
  );
}

function LeftPanel() {
  const texts = useTexts(accountTexts);
  const { id: account, may } = useAccount();
  const balance = useQuery({
    queryKey: ['balance show', account],
    queryFn: () => askIn(account, 'balance show', {}),
  });
  const refill = useSubmit(() => actIn(account, 'balance refill', {}));
  const { data, error } = balance;
  if (error !== null) return <FailedView failure={error} retry={() => void balance.refetch()} />;
  if (data === undefined) return <Waiting rows={2} />;
  return (
    <Panel>
      <FailureNote failure={refill.failure} />
      <Group gap="xl">
        <Figure name={texts.liveMoney} amount={data.live} currency={data.currency} />
        <Figure name={texts.testMoney} amount={data.test} currency={data.currency} />
        {may.includes('send') ? (
          <Button variant="default" loading={refill.isBusy} onClick={() => void refill.run()}>
            {texts.refill}
          </Button>
        ) : null}
      </Group>
    </Panel>
  );
}

type FigureProps = { readonly name: string; readonly amount: string; readonly currency: string };

function Figure({ name, amount, currency }: FigureProps) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="xl" fw={600}>
        <Money amount={amount} currency={currency} />
      </Text>
    </div>
  );
}

function LedgerPanel() {
  const texts = useTexts(accountTexts);
  const actors = useTexts(auditTexts);
  const { id: account, currency } = useAccount();
  const { mode: purse } = useMode();
  const range = useRange();
  const [find] = useFilter('find');
  const chosenNow = () => ({ purse, find, ...readInstants(range, Date.now()) });
  const list = useList<Line>(
    ['ledger list', account, { purse, range, find }],
    async (after, how) => {
      const wish = { ...chosenNow(), after: after?.toString(), limit: rowsOfPage(after) };
      const { lines, next } = await askIn(account, 'ledger list', wish, how);
      return { rows: lines, next };
    },
  );
  const columns: readonly Column<Line>[] = [
    { name: texts.at, isTitle: true, show: ({ at }) => <Time atMs={Date.parse(at)} /> },
    { id: 'kind', name: texts.kind, card: 'line', show: (line) => <Kind line={line} /> },
    { id: 'actor', name: texts.actor, card: 'foot', show: ({ actor }) => actorName(actor, actors) },
    {
      id: 'amount',
      name: texts.amount,
      isFigure: true,
      card: 'corner',
      show: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'balance',
      name: texts.balanceBehind,
      isFigure: true,
      card: 'foot',
      show: ({ balance }) => <Money amount={balance} currency={currency} />,
    },
  ];
  return (
    <Panel isFlush title={texts.ledger}>
      <DataTable
        {...list}
        list="ledger"
        label={texts.ledger}
        columns={columns}
        keyOf={({ id }) => id}
        isFiltered={range.time !== '' || find !== ''}
        tools={
          <Group gap="xs">
            <FilterText name="find" label={texts.findLine} isCompact />
            <RangeChoice isCompact />
            <ExportTable
              path={() => tablePath(account, 'ledger export', chosenNow())}
              name={`ledger-${account}-${purse}`}
              size="compact-sm"
            />
          </Group>
        }
        empty={<EmptyView icon="wallet" title={texts.noMovements} text={texts.noMovementsText} />}
      />
    </Panel>
  );
}

function Kind({ line: { kind, count } }: { readonly line: Line }) {
  const texts = useTexts(ledgerKindTexts);
  const { language } = useLanguage();
  const text = texts[kind];
  const values = { count: formatNumber(count ?? 0, language) };
  return typeof text === 'string' ? fill(text, values) : countText(text, count ?? 0, language);
}

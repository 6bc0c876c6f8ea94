import { useNavigate } from '@tanstack/react-router';
import { type Answer, ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useList } from '../../components/use-list.ts';
import { useOpened } from '../../components/use-opened.ts';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';
import { AccountState } from './account-state.tsx';
import { AddAccount } from './add-account.tsx';

type Account = Answer<'account list'>['accounts'][number];

export function AccountsPage() {
  const texts = useTexts(consoleAccountTexts);
  const navigate = useNavigate();
  const [isAdding, setAdding] = useOpened();
  const [find] = useFilter('find');
  const list = useList<Account>(['account list', { find }], async (after = 0, how) => {
    const place = after === 0 ? {} : { after: Number(after) };
    const { accounts, next } = await ask('account list', { find, ...place, limit: 100 }, how);
    return { rows: accounts, next };
  });
  const add = <AddButton onClick={() => setAdding(true)}>{texts.add}</AddButton>;
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} actions={add} />
      <Panel isFlush>
        <DataTable
          {...list}
          list="accounts"
          csv="accounts"
          label={texts.title}
          columns={useColumns()}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/console/accounts/${id}` })}
          tools={<FilterText name="find" label={texts.find} isCompact />}
          isFiltered={find !== ''}
          empty={<EmptyView icon="people" title={texts.none} text={texts.noneText} action={add} />}
        />
      </Panel>
      <AddAccount isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function useColumns(): readonly Column<Account>[] {
  const texts = useTexts(consoleAccountTexts);
  return [
    { name: texts.name, isTitle: true, sortBy: ({ name }) => name, show: ({ name }) => name },
    {
      id: 'number',
      name: texts.number,
      sortBy: ({ id }) => id,
      isFigure: true,
      show: ({ id }) => id,
    },
    {
      id: 'under',
      name: texts.under,
      isFigure: true,
      show: ({ parentId }) => parentId ?? texts.nobody,
    },
    { id: 'email', name: texts.email, card: 'line', show: ({ email }) => email },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: (account) => <AccountState account={account} />,
    },
    { id: 'country', name: texts.country, show: ({ homeCountry }) => homeCountry },
    {
      id: 'made',
      name: texts.made,
      sortBy: ({ createdAt }) => Date.parse(createdAt),
      card: 'foot',
      show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} />,
    },
    {
      id: 'live',
      name: texts.live,
      sortBy: ({ balance }) => Number(balance),
      isFigure: true,
      card: 'foot',
      show: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
    },
  ];
}

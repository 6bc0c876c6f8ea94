/** The campaigns of the account, the newest first, with how far each is. */
import { Button, NativeSelect } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Money, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { campaignTexts } from '../../texts/campaigns.ts';
import { CampaignBar } from './campaign-bar.tsx';
import { CampaignState } from './campaign-state.tsx';

type Row = Answer<'campaign list'>['campaigns'][number];

export function CampaignsPage() {
  const texts = useTexts(campaignTexts);
  const { id: account } = useAccount();
  const navigate = useNavigate();
  const order = useOrder();
  const chosen = useChosen();
  const isFiltered = [chosen.find, chosen.state, chosen.range.time].some((value) => value !== '');
  const listed = { ...chosen, order: order.value };
  const list = useList<Row>(['campaign list', account, listed], async (after, how) => {
    const behind = after === undefined ? {} : { after: Number(after) };
    const page = { order: order.value, ...behind, limit: rowsOfPage(after) };
    const found = await askIn(account, 'campaign list', { ...askedOf(chosen), ...page }, how);
    return { rows: found.campaigns, next: found.after, count: found.all };
  });
  const add = useMay('send') ? (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to={`/${account}/sms/campaigns/new`} {...props} />}
    >
      {texts.new}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} actions={add} />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list="campaigns"
          order={order}
          counted={texts.count}
          csv={`campaigns-${account}`}
          label={texts.list}
          columns={columnsOf(texts)}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/${account}/sms/campaigns/${id}` })}
          isFiltered={isFiltered}
          empty={
            <EmptyView icon="send" title={texts.emptyTitle} text={texts.emptyText} action={add} />
          }
        />
      </Panel>
    </>
  );
}

const states = ['running', 'paused', 'done', 'cancelled'] as const;

function useChosen() {
  const [find] = useFilter('find');
  const [state] = useFilter('state');
  return { find, state, range: useRange() };
}

/** As the server is asked now. */
function askedOf({ find, state, range }: ReturnType<typeof useChosen>) {
  const known = states.find((one) => one === state);
  return { find: find || undefined, state: known, ...readInstants(range, Date.now()) };
}

function Filters() {
  const texts = useTexts(campaignTexts);
  const [state, setState] = useFilter('state');
  return (
    <FilterBar>
      <FilterText name="find" label={texts.name} />
      <NativeSelect
        label={texts.state}
        value={state}
        onChange={({ currentTarget }) => setState(currentTarget.value)}
        data={[
          { value: '', label: texts.anyState },
          ...states.map((value) => ({ value, label: texts[value] })),
        ]}
      />
      <RangeChoice />
    </FilterBar>
  );
}

function columnsOf(texts: (typeof campaignTexts)['en']): readonly Column<Row>[] {
  return [
    { name: texts.name, isTitle: true, show: ({ name }) => name },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: ({ state }) => <CampaignState state={state} />,
    },
    {
      id: 'progress',
      name: texts.progress,
      card: 'line',
      show: (campaign) => <CampaignBar campaign={campaign} isSmall />,
    },
    {
      id: 'contacts',
      name: texts.contacts,
      isFigure: true,
      card: 'foot',
      isNamed: true,
      show: ({ contacts }) => contacts,
    },
    {
      id: 'cost',
      name: texts.cost,
      isFigure: true,
      card: 'foot',
      show: ({ cost, currency }) => <Money amount={cost} currency={currency} />,
    },
    {
      id: 'starts',
      name: texts.starts,
      isOrder: true,
      isFigure: true,
      card: 'foot',
      show: ({ startsAt }) => <Time atMs={Date.parse(startsAt)} />,
    },
  ];
}

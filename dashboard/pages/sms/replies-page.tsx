/** Who has written to which number: the last text of each. */

import { useNavigate } from '@tanstack/react-router';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useLiveList } from '../../components/use-list.ts';
import { replyTexts } from '../../texts/replies.ts';
import classes from './sms.module.css';

type Row = Answer<'reply list'>['threads'][number];
type Texts = (typeof replyTexts)['en'];

const keyOf = ({ id }: Row) => id;

export function RepliesPage() {
  const texts = useTexts(replyTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const [begins] = useFilter('phone');
  const [range, order] = [useRange(), useOrder()];
  const list = useLiveList(
    ['reply list', account, { begins, range, order: order.value }],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const chosen = { begins, ...readInstants(range, Date.now()), order: order.value };
      const asked = { ...chosen, ...behind, limit: rowsOfPage(after) };
      const page = await askIn(account, 'reply list', asked, how);
      return { rows: page.threads, next: page.after };
    },
    { kinds: ['reply', 'stop', 'start'], keyOf: keyOf },
  );
  const open = ({ number, sender }: Row) => {
    if (sender === null) return;
    void navigate({ to: `/${account}/sms/replies/${number}/${encodeURIComponent(sender)}` });
  };
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      <FilterBar>
        <FilterText name="phone" label={texts.phone} hint={texts.phoneHint} />
        <RangeChoice />
      </FilterBar>
      <Panel isFlush>
        <DataTable
          list="replies"
          order={order}
          csv={`replies-${account}`}
          label={texts.list}
          columns={columnsOf(texts)}
          keyOf={keyOf}
          onOpen={open}
          isFiltered={begins !== '' || range.time !== ''}
          empty={<EmptyView icon="replies" title={texts.emptyTitle} text={texts.emptyText} />}
          {...list}
        />
      </Panel>
    </>
  );
}

function columnsOf(texts: Texts): readonly Column<Row>[] {
  return [
    { name: texts.from, isTitle: true, show: ({ phone }) => <Phone phone={phone} /> },
    {
      id: 'number',
      name: texts.number,
      card: 'foot',
      show: ({ number }) => <Phone phone={number} />,
    },
    { id: 'last', name: texts.last, card: 'line', show: (row) => <LastText row={row} /> },
    {
      id: 'received',
      name: texts.received,
      isOrder: true,
      isFigure: true,
      card: 'foot',
      show: ({ receivedAt }) => <Time atMs={Date.parse(receivedAt)} />,
    },
  ];
}

function LastText({ row }: { readonly row: Row }) {
  const texts = useTexts(replyTexts);
  if (row.kind === 'stop') return <StatusBadge tone="bad">{texts.stop}</StatusBadge>;
  if (row.kind === 'start') return <StatusBadge tone="good">{texts.start}</StatusBadge>;
  if (row.kind === 'binary') return <StatusBadge tone="quiet">{texts.binary}</StatusBadge>;
  return <span className={classes['excerpt']}>{row.text ?? texts.hidden}</span>;
}

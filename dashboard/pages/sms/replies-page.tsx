/** Who has written to which number: the last text of each. */
import { useNavigate } from '@tanstack/react-router';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useLiveList } from '../../components/use-list.ts';
import { replyTexts } from '../../texts/replies.ts';
import classes from './sms.module.css';

type Row = Answer<'reply list'>['threads'][number];
type Texts = (typeof replyTexts)['en'];

const keyOf = ({ id }: Row) => id;

export function RepliesPage() {
  const texts = useTexts(replyTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const list = useLiveList(
    ['reply list', account],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const page = await askIn(account, 'reply list', behind, how);
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
      <Panel isFlush>
        <DataTable
          list="replies"
          label={texts.list}
          columns={columnsOf(texts)}
          keyOf={keyOf}
          onOpen={open}
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

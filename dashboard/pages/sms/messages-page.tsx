/** Everything that was sent, with filters that live in the address. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, actIn, askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMay, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { BulkAction } from '../../components/bulk.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { Excerpt } from '../../components/excerpt.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatMoney } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { ListTotal } from '../../components/list-total.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { ReasonFilter } from '../../components/reason-filter.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useLiveList } from '../../components/use-list.ts';
import { reasonTexts } from '../../texts/reasons.ts';
import { messageTexts } from '../../texts/sms.ts';
import { countText } from '../../texts/texts.ts';
import { explainReason } from './explain-reason.ts';
import { StateBadge } from './state-badge.tsx';

type Row = Answer<'message list'>['messages'][number];

const keyOf = ({ messageId, place }: Row) => `${messageId}/${place}`;

export function MessagesPage() {
  const texts = useTexts(messageTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const maySend = useMay('send');
  const mayRead = useMay('read contents');
  const asked = useAsked();
  const order = useOrder();
  const listed = { ...asked, order: order.value };
  const list = useLiveList(
    ['message list', account, asked.mode, listed],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const page = { order: order.value, ...behind, limit: rowsOfPage(after) };
      const found = await askIn(account, 'message list', { ...queryOf(asked), ...page }, how);
      return { rows: found.messages, next: found.after };
    },
    { kinds: changing, keyOf: keyOf },
  );
  const send = () => void navigate({ to: `/${account}/sms/send` });
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.intro}
        actions={
          <Group gap="sm">
            {mayRead ? <Export asked={asked} order={order.value} /> : null}
            {maySend ? (
              <Button onClick={send} leftSection={<Icon name="send" size={16} />}>
                {texts.sendOne}
              </Button>
            ) : null}
          </Group>
        }
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          list="messages"
          label={texts.list}
          columns={useColumns()}
          keyOf={keyOf}
          order={order}
          total={<Total asked={asked} />}
          bulk={useBulk(maySend)}
          onOpen={({ messageId, place }) =>
            void navigate({
              to: `/${account}/sms/messages/${messageId}`,
              ...(place > 0 && { search: { place } }),
            })
          }
          isFiltered={isFiltered(asked)}
          empty={<NothingYet send={maySend ? send : undefined} />}
          {...list}
        />
      </Panel>
    </>
  );
}

const changing = ['message', 'dlr', 'smpp dlr'];

/** What the address chooses, in the mode that is looked at. */
function useAsked() {
  const { mode } = useMode();
  const [to] = useFilter('to');
  const [state] = useFilter('state');
  const [reason] = useFilter('reason');
  const [sender] = useFilter('sender');
  const [tag] = useFilter('tag');
  return { mode, to, state, reason, sender, tag, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;

function isFiltered({ to, state, reason, sender, tag, range }: Asked): boolean {
  return [to, state, reason, sender, tag, range.time].some((value) => value !== '');
}

/** As the server is asked now. */
function queryOf({ range, state, ...filter }: Asked) {
  const known = states.find((one) => one === state);
  return { ...filter, state: known, ...readInstants(range, Date.now()) };
}

function Total({ asked }: { readonly asked: Asked }) {
  const texts = useTexts(messageTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  return (
    <ListTotal
      queryKey={['message total', account, asked]}
      kinds={changing}
      ask={(how) => askIn(account, 'message total', queryOf(asked), how)}
      countOf={({ messages }) => messages}
      text={texts.count}
      besides={({ parts, cost, currency }) => [
        countText(texts.countParts, parts, language),
        formatMoney(cost, currency, language),
      ]}
    />
  );
}

/** Of what the filters choose. */
function Export({ asked, order }: { readonly asked: Asked; readonly order: 'oldest' | undefined }) {
  const account = useAccount().id;
  return (
    <ExportTable
      path={() => tablePath(account, 'message export', { ...queryOf(asked), order })}
      name={`messages-${account}`}
    />
  );
}

/** Only what has not left can be taken back. */
function useBulk(maySend: boolean): readonly BulkAction<Row>[] {
  const texts = useTexts(messageTexts);
  const account = useAccount().id;
  const queries = useQueryClient();
  if (!maySend) return [];
  const cancel: BulkAction<Row> = {
    name: texts.cancelSome,
    title: texts.cancelSomeTitle,
    effect: texts.cancelSomeEffect,
    done: texts.cancelSomeDone,
    fits: ({ cancellable }) => cancellable,
    thingOf: ({ messageId }) => messageId,
    act: ({ messageId }) => actIn(account, 'message cancel', { message: messageId }),
    changed: () => queries.invalidateQueries({ queryKey: ['message list', account] }),
  };
  return [cancel];
}

/** `send`: of who may. */
function NothingYet({ send }: { readonly send: (() => void) | undefined }) {
  const texts = useTexts(messageTexts);
  return (
    <EmptyView
      icon="messages"
      title={texts.emptyTitle}
      text={texts.emptyText}
      action={send && <Button onClick={send}>{texts.sendOne}</Button>}
    />
  );
}

const states = ['scheduled', 'accepted', 'waiting', 'delivered', 'not delivered'] as const;

function Filters() {
  const texts = useTexts(messageTexts);
  const [state, setState] = useFilter('state');
  const reasons = useTexts(reasonTexts);
  const nameOf = { ...texts, 'not delivered': texts.notDelivered };
  return (
    <FilterBar>
      <FilterText name="to" label={texts.to} hint={texts.toHint} />
      <NativeSelect
        label={texts.state}
        value={state}
        onChange={(event) => setState(event.currentTarget.value)}
        data={[
          { value: '', label: texts.anyState },
          ...states.map((value) => ({ value, label: nameOf[value] })),
        ]}
      />
      <FilterText name="sender" label={texts.sender} />
      <FilterText name="tag" label={texts.tag} />
      <RangeChoice />
      <ReasonFilter meaningOf={(reason) => explainReason(reason, reasons)} />
    </FilterBar>
  );
}

function useColumns(): readonly Column<Row>[] {
  const texts = useTexts(messageTexts);
  const reasons = useTexts(reasonTexts);
  return [
    { name: texts.to, isTitle: true, show: ({ phone }) => <Phone phone={phone} /> },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: ({ state, scheduledAt }) => <StateBadge state={state} scheduledAt={scheduledAt} />,
    },
    {
      id: 'reason',
      name: texts.reason,
      card: 'line',
      show: ({ reason }) =>
        reason === '' ? '' : <Excerpt text={explainReason(reason, reasons)} lines={3} />,
    },
    {
      id: 'text',
      name: texts.text,
      card: 'line',
      show: ({ text }) => (text === null ? '–' : <Excerpt text={text} />),
    },
    { id: 'sender', name: texts.sender, card: 'foot', show: ({ sender }) => sender || '–' },
    { id: 'tag', name: texts.tag, show: ({ tag }) => tag || '–' },
    { id: 'encoding', name: texts.encoding, isExtra: true, show: ({ encoding }) => encoding },
    {
      id: 'leaves',
      name: texts.scheduledFor,
      isExtra: true,
      show: ({ scheduledAt }) =>
        scheduledAt === null ? '–' : <Time atMs={Date.parse(scheduledAt)} />,
    },
    { id: 'message', name: texts.id, isExtra: true, isFigure: true, show: (row) => row.messageId },
    { id: 'parts', name: texts.parts, isFigure: true, show: ({ parts }) => parts },
    {
      id: 'cost',
      name: texts.cost,
      isFigure: true,
      card: 'foot',
      show: ({ cost, currency }) => <Money amount={cost} currency={currency} />,
    },
    {
      id: 'changed',
      name: texts.changed,
      isExtra: true,
      isFigure: true,
      show: ({ changedAt }) => <Time atMs={Date.parse(changedAt)} />,
    },
    {
      id: 'sent',
      name: texts.acceptedAt,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ acceptedAt }) => <Time atMs={Date.parse(acceptedAt)} />,
    },
  ];
}

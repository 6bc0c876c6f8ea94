/** Emails that were accepted, the newest first. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
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
import { formatNumber } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { ListTotal } from '../../components/list-total.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { ReasonFilter } from '../../components/reason-filter.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import { MailState, useMeaning } from './mail-state.tsx';

type Email = Answer<'mail list'>['emails'][number];

const keyOf = ({ email }: Email) => email;

export function EmailsPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const asked = useAsked();
  const order = useOrder();
  const list = useLiveList<Email>(
    ['mail list', account, { ...asked, order: order.value }],
    async (before, how) => {
      const after = before === undefined ? undefined : Number(before);
      const query = { ...queryOf(asked), order: order.value, after, limit: rowsOfPage(before) };
      const found = await askIn(account, 'mail list', query, how);
      return { rows: found.emails, next: found.after };
    },
    { kinds: changing, keyOf: keyOf },
  );
  return (
    <>
      <PageHeader
        title={texts.emails}
        text={texts.emailsLead}
        actions={useMay('read contents') ? <Export asked={asked} order={order.value} /> : undefined}
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list="emails"
          label={texts.emails}
          columns={useColumns()}
          keyOf={keyOf}
          order={order}
          total={<Total asked={asked} />}
          bulk={useBulk(useMay('send'))}
          onOpen={({ email }) => void navigate({ to: `/${account}/email/messages/${email}` })}
          isFiltered={isFiltered(asked)}
          empty={<NothingYet />}
        />
      </Panel>
    </>
  );
}

const changing = ['email', 'mail'];

function useColumns(): readonly Column<Email>[] {
  const texts = useTexts(emailTexts);
  return [
    { name: texts.subject, isTitle: true, show: ({ subject }) => subject || texts.withoutSubject },
    { id: 'to', name: texts.to, card: 'line', show: (email) => <Recipients email={email} /> },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: ({ states: found }) => <States states={found} />,
    },
    { id: 'reason', name: texts.why, card: 'line', show: (email) => <Reason email={email} /> },
    { id: 'from', name: texts.from, card: 'foot', show: ({ sender }) => sender },
    {
      id: 'leaves',
      name: texts.leaves,
      isExtra: true,
      show: ({ scheduledAt }) =>
        scheduledAt === null ? texts.atOnce : <Time atMs={Date.parse(scheduledAt)} />,
    },
    { id: 'kind', name: texts.kind, show: ({ kind }) => texts[kind] },
    { id: 'tag', name: texts.tag, show: ({ tag }) => tag },
    { id: 'email', name: texts.id, isExtra: true, isFigure: true, show: ({ email }) => email },
    {
      id: 'accepted',
      name: texts.accepted,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ acceptedAt }) => <Time atMs={Date.parse(acceptedAt)} />,
    },
  ];
}

/** Of what is not on its way the reason that one of its copies has. */
function Reason({ email: { states: found } }: { readonly email: Email }) {
  const meaning = useMeaning();
  const reason = found.find((one) => one.reason !== '')?.reason;
  return reason === undefined ? '' : <Excerpt text={meaning(reason)} lines={3} />;
}

function Total({ asked }: { readonly asked: Asked }) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  return (
    <ListTotal
      queryKey={['mail total', account, asked]}
      kinds={changing}
      ask={(how) => askIn(account, 'mail total', queryOf(asked), how)}
      countOf={({ emails }) => emails}
      text={texts.count}
      besides={({ mails }) => [countText(texts.countCopies, mails, language)]}
    />
  );
}

/** Of what the filters choose. */
function Export({ asked, order }: { readonly asked: Asked; readonly order: 'oldest' | undefined }) {
  const account = useAccount().id;
  return (
    <ExportTable
      path={() => tablePath(account, 'mail export', { ...queryOf(asked), order })}
      name={`emails-${account}`}
    />
  );
}

/** Copies that wait, each email at once. */
function useBulk(maySend: boolean): readonly BulkAction<Email>[] {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const queries = useQueryClient();
  if (!maySend) return [];
  const cancel: BulkAction<Email> = {
    name: texts.cancelSome,
    title: texts.cancelSomeTitle,
    effect: texts.cancelSomeEffect,
    done: texts.cancelSomeDone,
    fits: ({ states: found }) => found.some(({ state }) => waiting.includes(state)),
    act: ({ email }) => actIn(account, 'mail cancel', { email }),
    changed: () => queries.invalidateQueries({ queryKey: ['mail list', account] }),
  };
  return [cancel];
}

const waiting: readonly MailStateName[] = ['scheduled', 'queued', 'deferred', 'held'];

/** What the address chooses, in the mode that is looked at. */
function useAsked() {
  const { mode } = useMode();
  const [to] = useFilter('to');
  const [reason] = useFilter('reason');
  const [sender] = useFilter('sender');
  const [tag] = useFilter('tag');
  const [given] = useFilter('state');
  const state = states.find((one) => one === given);
  return { mode, to, sender, reason, tag, state, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;

/** As the server is asked now. */
function queryOf({ range, ...filter }: Asked) {
  return { ...filter, ...readInstants(range, Date.now()) };
}

function isFiltered({ to, sender, reason, tag, state, range }: Asked): boolean {
  return [to, sender, reason, tag, state ?? '', range.time].some((value) => value !== '');
}

type MailStateName = Email['states'][number]['state'];

const states: readonly MailStateName[] = [
  'scheduled',
  'queued',
  'deferred',
  'held',
  'sent',
  'caught',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
  'complained',
];

function Filters() {
  const texts = useTexts(emailTexts);
  const [state, setState] = useFilter('state');
  return (
    <FilterBar>
      <FilterText name="to" label={texts.to} hint={texts.addressHint} />
      <NativeSelect
        label={texts.state}
        value={state}
        onChange={(event) => setState(event.currentTarget.value)}
        data={[
          { value: '', label: texts.anyState },
          ...states.map((value) => ({ value, label: texts[value] })),
        ]}
      />
      <FilterText name="sender" label={texts.from} hint={texts.addressHint} />
      <FilterText name="tag" label={texts.tag} />
      <RangeChoice />
      <ReasonFilter meaningOf={useMeaning()} />
    </FilterBar>
  );
}

function Recipients({ email: { to, mails } }: { readonly email: Email }) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  if (mails < 2) return to;
  return `${to} ${countText(texts.andMore, mails - 1, language)}`;
}

/** Of one copy its state; of several how many stand where. */
function States({ states: found }: Pick<Email, 'states'>) {
  const { language } = useLanguage();
  const isOne = found.reduce((sum, { mails }) => sum + mails, 0) < 2;
  return (
    <Group gap={4} component="span">
      {found.map(({ state, mails }) => (
        <Group key={state} gap={4} component="span" wrap="nowrap">
          {isOne ? null : <span>{formatNumber(mails, language)}</span>}
          <MailState state={state} />
        </Group>
      ))}
    </Group>
  );
}

function NothingYet() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const write = (
    <Button renderRoot={(props) => <Link to={`/${account}/email/send`} {...props} />}>
      {texts.writeOne}
    </Button>
  );
  return (
    <EmptyView
      icon="mail"
      title={texts.noEmails}
      text={texts.noEmailsText}
      action={useMay('send') ? write : undefined}
    />
  );
}

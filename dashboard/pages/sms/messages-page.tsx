/** Everything that was sent, with filters that live in the address. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Answered, call } from '../../api/call.ts';
import { useAccount, useMay, useMode } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useLiveList } from '../../components/use-list.ts';
import { messageTexts } from '../../texts/sms.ts';
import classes from './sms.module.css';
import { type State, StateBadge } from './state-badge.tsx';

type Row = Answered<'GET /api/accounts/{account}/messages'>['messages'][number];

const keyOf = ({ messageId, place }: Row) => `${messageId}/${place}`;

export function MessagesPage() {
  const texts = useTexts(messageTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const { mode } = useMode();
  const maySend = useMay('send');
  const mayRead = useMay('read contents');
  const [to] = useFilter('to');
  const [state] = useFilter('state');
  const [sender] = useFilter('sender');
  const [tag] = useFilter('tag');
  const filter = { mode, to, state: state as State, sender, tag };
  const list = useLiveList(
    ['messages', account, filter],
    async (after, how) => {
      const params = { account };
      const query = { ...filter, after };
      const page = await call('GET /api/accounts/{account}/messages', { params, query, ...how });
      return { rows: page.messages, next: page.next };
    },
    { kinds: ['message', 'dlr', 'smpp dlr'], keyOf: keyOf },
  );
  const send = () => void navigate({ to: `/${account}/sms/send` });
  const isFiltered = [to, state, sender, tag].some((value) => value !== '');
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.intro}
        actions={
          <Group gap="sm">
            {mayRead ? <Export filter={{ mode, to, state, sender, tag }} /> : null}
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
          label={texts.list}
          columns={columnsOf(texts)}
          keyOf={keyOf}
          onOpen={({ messageId, place }) =>
            void navigate({
              to: `/${account}/sms/messages/${messageId}`,
              ...(place > 0 && { search: { place } }),
            })
          }
          empty={isFiltered ? <NothingFits /> : <NothingYet send={maySend ? send : undefined} />}
          {...list}
        />
      </Panel>
    </>
  );
}

/** Of what the filters choose. */
function Export({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const texts = useTexts(messageTexts);
  const account = useAccount().id;
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  const asked = new URLSearchParams(chosen).toString();
  return (
    <DownloadButton
      path={`/api/accounts/${account}/messages.csv?${asked}`}
      name={`messages-${account}.csv`}
    >
      {texts.export}
    </DownloadButton>
  );
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

function Filters() {
  const texts = useTexts(messageTexts);
  const [state, setState] = useFilter('state');
  return (
    <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
      <FilterText name="to" label={texts.to} hint={texts.toHint} />
      <NativeSelect
        label={texts.state}
        value={state}
        onChange={(event) => setState(event.currentTarget.value)}
        data={[
          { value: '', label: texts.anyState },
          { value: 'accepted', label: texts.accepted },
          { value: 'waiting', label: texts.waiting },
          { value: 'delivered', label: texts.delivered },
          { value: 'not delivered', label: texts.notDelivered },
        ]}
      />
      <FilterText name="sender" label={texts.sender} />
      <FilterText name="tag" label={texts.tag} />
    </Group>
  );
}

function columnsOf(texts: (typeof messageTexts)['en']): readonly Column<Row>[] {
  return [
    { name: texts.to, isTitle: true, show: ({ phone }) => <Phone phone={phone} /> },
    { name: texts.state, show: ({ state }) => <StateBadge state={state} /> },
    {
      name: texts.text,
      show: ({ text }) => <span className={classes['excerpt']}>{text ?? '–'}</span>,
    },
    { name: texts.sender, show: ({ sender }) => sender || '–' },
    { name: texts.tag, show: ({ tag }) => tag || '–' },
    { name: texts.parts, isFigure: true, show: ({ parts }) => parts },
    {
      name: texts.cost,
      isFigure: true,
      show: ({ cost, currency }) => <Money amount={cost} currency={currency} />,
    },
    { name: texts.sent, isFigure: true, show: ({ acceptedAt }) => <Time atMs={acceptedAt} /> },
  ];
}

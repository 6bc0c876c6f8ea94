/** Emails that were accepted, the newest first. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Answered, call } from '../../api/call.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatNumber } from '../../components/format.ts';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import classes from '../sms/sms.module.css';
import { MailState } from './mail-state.tsx';

type Email = Answered<'GET /api/accounts/{account}/emails'>['emails'][number];

const keyOf = ({ id }: Email) => id;

export function EmailsPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const filter = useFilters();
  const list = useLiveList<Email>(
    ['emails', account, filter],
    async (after, how) => {
      const { emails, after: next } = await call('GET /api/accounts/{account}/emails', {
        params: { account },
        query: { ...filter, after, limit: 50 },
        ...how,
      });
      return { rows: emails, next };
    },
    { kinds: ['email', 'mail'], keyOf: keyOf },
  );
  const kindOf = ({ test, sandbox }: Email) =>
    test ? texts.test : sandbox ? texts.sandbox : texts.live;
  const columns: readonly Column<Email>[] = [
    { name: texts.subject, isTitle: true, show: ({ subject }) => subject || texts.withoutSubject },
    { name: texts.to, show: (email) => <Recipients email={email} /> },
    { name: texts.state, show: ({ states }) => <States states={states} /> },
    { name: texts.from, show: ({ sender }) => sender },
    { name: texts.accepted, show: ({ acceptedAtMs }) => <Time atMs={acceptedAtMs} /> },
    {
      name: texts.leaves,
      show: ({ scheduledAtMs }) =>
        scheduledAtMs === null ? texts.atOnce : <Time atMs={scheduledAtMs} />,
    },
    { name: texts.kind, show: kindOf },
    { name: texts.tag, show: ({ tag }) => tag },
  ];
  return (
    <>
      <PageHeader
        title={texts.emails}
        text={texts.emailsLead}
        actions={useMay('read contents') ? <Export filter={filter} /> : undefined}
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          label={texts.emails}
          columns={columns}
          keyOf={keyOf}
          onOpen={({ id }) => void navigate({ to: `/${account}/email/messages/${id}` })}
          empty={isFiltered(filter) ? <NothingFits /> : <NothingYet />}
        />
      </Panel>
    </>
  );
}

/** Of what the filters choose. */
function Export({ filter }: { readonly filter: Filter }) {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const { state, ...rest } = filter;
  const asked = new URLSearchParams(state === undefined ? rest : { ...rest, state });
  return (
    <DownloadButton
      path={`/api/accounts/${account}/emails.csv?${asked.toString()}`}
      name={`emails-${account}.csv`}
    >
      {texts.export}
    </DownloadButton>
  );
}

type Filter = {
  readonly to: string;
  readonly sender: string;
  readonly tag: string;
  readonly state: MailStateName | undefined;
};

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

function useFilters(): Filter {
  const [to] = useFilter('to');
  const [sender] = useFilter('sender');
  const [tag] = useFilter('tag');
  const [given] = useFilter('state');
  return { to, sender, tag, state: states.find((one) => one === given) };
}

function isFiltered({ to, sender, tag, state }: Filter): boolean {
  return [to, sender, tag, state ?? ''].some((value) => value !== '');
}

function Filters() {
  const texts = useTexts(emailTexts);
  const [state, setState] = useFilter('state');
  return (
    <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
      <FilterText name="to" label={texts.to} hint={texts.wholeAddress} />
      <NativeSelect
        label={texts.state}
        value={state}
        onChange={(event) => setState(event.currentTarget.value)}
        data={[
          { value: '', label: texts.anyState },
          ...states.map((value) => ({ value, label: texts[value] })),
        ]}
      />
      <FilterText name="sender" label={texts.from} hint={texts.wholeAddress} />
      <FilterText name="tag" label={texts.tag} />
    </Group>
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

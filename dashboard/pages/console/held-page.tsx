/** What limits hold until somebody decides: sent, or given back. */
import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';
import { heldTexts } from '../../texts/console-held.ts';
import { countText, fill } from '../../texts/texts.ts';

type Held = Answered<'GET /api/console/held'>;
type Messages = Held['messages'][number];
type Mails = Held['mails'][number];
type Decided = {
  readonly kind: 'messages' | 'mails';
  readonly how: 'send' | 'expire';
  readonly accountId: number;
  readonly account: string;
  readonly count: number;
};

const key = ['console', 'held'];

export function HeldPage() {
  const texts = useTexts(heldTexts);
  const [asking, setAsking] = useState<Decided>();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/console/held', { signal, isBackground: true }),
    refetchInterval: 5_000,
  });
  const failure = { failure: query.error ?? undefined, retry: () => void query.refetch() };
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} />
      <Stack gap="lg">
        <Panel isFlush title={texts.messages}>
          <DataTable
            {...failure}
            label={texts.messages}
            columns={useMessageColumns(setAsking)}
            rows={query.data?.messages}
            keyOf={({ accountId }) => accountId}
            empty={<EmptyView icon="limit" title={texts.none} text={texts.noMessages} />}
          />
        </Panel>
        <Panel isFlush title={texts.mails}>
          <DataTable
            {...failure}
            label={texts.mails}
            columns={useMailColumns(setAsking)}
            rows={query.data?.mails}
            keyOf={({ accountId }) => accountId}
            empty={<EmptyView icon="mail" title={texts.none} text={texts.noMails} />}
          />
        </Panel>
      </Stack>
      <Decision decided={asking} onClose={() => setAsking(undefined)} />
    </>
  );
}

function Decision({
  decided,
  onClose,
}: {
  readonly decided: Decided | undefined;
  readonly onClose: () => void;
}) {
  const texts = useTexts(heldTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  if (decided === undefined) return null;
  const { kind, how, accountId, account, count } = decided;
  return (
    <Confirm
      isOpen
      title={fill(how === 'send' ? texts.sendTitle : texts.refuseTitle, { account })}
      effect={countText(how === 'send' ? texts.sendEffect : texts.refuseEffect, count, language)}
      action={how === 'send' ? texts.send : texts.refuse}
      isHarmless={how === 'send'}
      onClose={onClose}
      onConfirm={async () => {
        await call('POST /api/console/held/release', { body: { accountId, kind, how } });
        await queries.invalidateQueries({ queryKey: key });
      }}
    />
  );
}

type Ask = (decided: Decided) => void;

function useMessageColumns(ask: Ask): readonly Column<Messages>[] {
  const texts = useTexts(heldTexts);
  const rules = useTexts(consoleAccountTexts);
  const { language } = useLanguage();
  const ruleText = (rule: string | null) =>
    rule !== null && rule in rules ? rules[rule as 'run'] : texts.unknown;
  return [
    { name: texts.account, isTitle: true, show: (one) => <Account {...one} /> },
    { name: texts.why, show: ({ rule }) => ruleText(rule) },
    { name: texts.parts, isFigure: true, show: ({ parts }) => formatNumber(parts, language) },
    {
      name: texts.since,
      show: ({ sinceMs }) => (sinceMs === null ? '' : <Time atMs={sinceMs} />),
    },
    { name: texts.ends, show: ({ endsAtMs }) => <Time atMs={endsAtMs} /> },
    {
      name: texts.decide,
      show: ({ accountId, account, parts }) => (
        <Decide ask={ask} of={{ kind: 'messages', accountId, account, count: parts }} />
      ),
    },
  ];
}

function useMailColumns(ask: Ask): readonly Column<Mails>[] {
  const texts = useTexts(heldTexts);
  const { language } = useLanguage();
  return [
    { name: texts.account, isTitle: true, show: (one) => <Account {...one} /> },
    { name: texts.why, show: ({ reason }) => reason || texts.byLimit },
    { name: texts.mails, isFigure: true, show: ({ mails }) => formatNumber(mails, language) },
    {
      name: texts.decide,
      show: ({ accountId, account, mails }) => (
        <Decide ask={ask} of={{ kind: 'mails', accountId, account, count: mails }} />
      ),
    },
  ];
}

function Account({ accountId, account }: Pick<Messages, 'accountId' | 'account'>) {
  return (
    <Link to="/console/accounts/$id" params={{ id: String(accountId) }}>
      {account || accountId}
    </Link>
  );
}

function Decide({ ask, of }: { readonly ask: Ask; readonly of: Omit<Decided, 'how'> }) {
  const texts = useTexts(heldTexts);
  return (
    <Group gap={4}>
      <Button size="compact-sm" variant="subtle" onClick={() => ask({ ...of, how: 'send' })}>
        {texts.send}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => ask({ ...of, how: 'expire' })}>
        {texts.refuse}
      </Button>
    </Group>
  );
}

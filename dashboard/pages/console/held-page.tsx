/** What limits hold until somebody decides: sent, or given back. */
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';
import { heldTexts } from '../../texts/console-held.ts';
import { countText, fill } from '../../texts/texts.ts';

type Messages = Answer<'limit held'>['held'][number];
type Mails = Answer<'mail held'>['held'][number];
type Decided = {
  readonly release: 'limit release' | 'mail release';
  readonly how: 'send' | 'expire';
  readonly account: number;
  readonly name: string;
  readonly count: number;
};

const readEveryMs = 5_000;

const textOf = ({ name, account }: Pick<Messages, 'name' | 'account'>) => `${name} ${account}`;

export function HeldPage() {
  const texts = useTexts(heldTexts);
  const [asking, setAsking] = useState<Decided>();
  const messages = useQuery({
    queryKey: ['limit held'],
    queryFn: ({ signal }) => ask('limit held', {}, { signal, isBackground: true }),
    refetchInterval: readEveryMs,
  });
  const mails = useQuery({
    queryKey: ['mail held'],
    queryFn: ({ signal }) => ask('mail held', {}, { signal, isBackground: true }),
    refetchInterval: readEveryMs,
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} />
      <Stack gap="lg">
        <ShortList
          title={texts.messages}
          textOf={textOf}
          failure={messages.error ?? undefined}
          retry={() => void messages.refetch()}
          list="heldMessages"
          csv="held-messages"
          label={texts.messages}
          columns={useMessageColumns(setAsking)}
          rows={messages.data?.held}
          keyOf={({ account }) => account}
          empty={<EmptyView icon="limit" title={texts.none} text={texts.noMessages} />}
        />
        <ShortList
          title={texts.mails}
          textOf={textOf}
          failure={mails.error ?? undefined}
          retry={() => void mails.refetch()}
          list="heldMails"
          csv="held-emails"
          label={texts.mails}
          columns={useMailColumns(setAsking)}
          rows={mails.data?.held}
          keyOf={({ account }) => account}
          empty={<EmptyView icon="mail" title={texts.none} text={texts.noMails} />}
        />
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
  if (decided === undefined) return null;
  const { release, how, account, name, count } = decided;
  return (
    <Confirm
      isOpen
      title={fill(how === 'send' ? texts.sendTitle : texts.refuseTitle, { account: name })}
      effect={countText(how === 'send' ? texts.sendEffect : texts.refuseEffect, count, language)}
      action={how === 'send' ? texts.send : texts.refuse}
      isHarmless={how === 'send'}
      onClose={onClose}
      onConfirm={async () => {
        await act(release, { account, refuse: how === 'expire' });
      }}
    />
  );
}

type Choose = (decided: Decided) => void;

function useMessageColumns(choose: Choose): readonly Column<Messages>[] {
  const texts = useTexts(heldTexts);
  const rules = useTexts(consoleAccountTexts);
  const { language } = useLanguage();
  const ruleText = (rule: string | null) =>
    rule !== null && rule in rules ? rules[rule as 'run'] : texts.unknown;
  return [
    {
      name: texts.account,
      sortBy: ({ name, account }) => name || String(account),
      isTitle: true,
      show: (one) => <Account {...one} />,
    },
    { name: texts.why, card: 'line', show: ({ rule }) => ruleText(rule) },
    {
      id: 'parts',
      name: texts.parts,
      sortBy: ({ parts }) => parts,
      card: 'corner',
      isFigure: true,
      show: ({ parts }) => formatNumber(parts, language),
    },
    {
      name: texts.since,
      show: ({ since }) => (since === null ? '' : <Time atMs={Date.parse(since)} />),
    },
    {
      name: texts.ends,
      card: 'foot',
      isNamed: true,
      show: ({ endsAt }) => <Time atMs={Date.parse(endsAt)} />,
    },
    {
      name: texts.decide,
      card: 'foot',
      show: ({ account, name, parts }) => (
        <Decide choose={choose} of={{ release: 'limit release', account, name, count: parts }} />
      ),
    },
  ];
}

function useMailColumns(choose: Choose): readonly Column<Mails>[] {
  const texts = useTexts(heldTexts);
  const { language } = useLanguage();
  return [
    {
      name: texts.account,
      sortBy: ({ name, account }) => name || String(account),
      isTitle: true,
      show: (one) => <Account {...one} />,
    },
    { name: texts.why, card: 'line', show: ({ reason }) => reason || texts.byLimit },
    {
      id: 'mails',
      name: texts.mails,
      sortBy: ({ mails }) => mails,
      card: 'corner',
      isFigure: true,
      show: ({ mails }) => formatNumber(mails, language),
    },
    {
      name: texts.decide,
      card: 'foot',
      show: ({ account, name, mails }) => (
        <Decide choose={choose} of={{ release: 'mail release', account, name, count: mails }} />
      ),
    },
  ];
}

function Account({ account, name }: Pick<Messages, 'account' | 'name'>) {
  return (
    <Link to="/console/accounts/$id" params={{ id: String(account) }}>
      {name || account}
    </Link>
  );
}

function Decide({ choose, of }: { readonly choose: Choose; readonly of: Omit<Decided, 'how'> }) {
  const texts = useTexts(heldTexts);
  return (
    <Group gap={4}>
      <Button size="compact-sm" variant="subtle" onClick={() => choose({ ...of, how: 'send' })}>
        {texts.send}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => choose({ ...of, how: 'expire' })}>
        {texts.refuse}
      </Button>
    </Group>
  );
}

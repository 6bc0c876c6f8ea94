/** The timeline of one recipient's copy of an email: events, opens and clicks, and each SMTP attempt. */
import { Stack, Text } from '@mantine/core';
import { type Answer, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { formatDuration } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { emailTexts } from '../../texts/email.ts';
import { countText } from '../../texts/texts.ts';
import { useMeaning } from './mail-state.tsx';

type StoryProps = { readonly email: number; readonly mail: number };

export function MailStory({ email, mail }: StoryProps) {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const query = useLiveQuery({
    queryKey: ['mail story', account, email, mail],
    kinds: ['email', 'mail'],
    ask: (how) => askIn(account, 'mail story', { email, mail }, how),
  });
  return (
    <QueryView query={query}>
      {({ facts, attempts }) => (
        <>
          {facts.length === 0 ? null : (
            <Panel title={texts.story} isFlush actions={<Readings facts={facts} />}>
              <FactTable facts={facts} />
            </Panel>
          )}
          <Panel title={texts.attempts}>
            {attempts.length === 0 ? (
              <Text size="sm" c="dimmed">
                {texts.noAttempts}
              </Text>
            ) : (
              <Stack gap="lg">
                {attempts.map((attempt) => (
                  <Talk key={attempt.attempt} attempt={attempt} />
                ))}
              </Stack>
            )}
          </Panel>
        </>
      )}
    </QueryView>
  );
}

type Told = Answer<'mail story'>;

/** How often people have opened it and clicked; machines that look at mails do not count. */
function Readings({ facts }: Pick<Told, 'facts'>) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const count = (of: string) =>
    facts.filter(({ kind, detail }) => kind === of && detail?.['by'] !== 'machine').length;
  const told = [
    [texts.openedTimes, count('opened')],
    [texts.clickedTimes, count('clicked')],
  ] as const;
  return told
    .filter(([, times]) => times > 0)
    .map(([text, times]) => countText(text, times, language))
    .join(' · ');
}

function FactTable({ facts }: Pick<Told, 'facts'>) {
  const texts = useTexts(emailTexts);
  const meaning = useMeaning();
  const columns: readonly Column<Told['facts'][number]>[] = [
    { name: texts.what, isTitle: true, show: ({ kind }) => meaning(kind) },
    { name: texts.at, show: ({ at }) => <Time atMs={Date.parse(at)} /> },
    {
      name: texts.more,
      show: ({ detail, fault }) =>
        detail === null ? '' : <Detail detail={detail} fault={fault} />,
    },
  ];
  return (
    <DataTable
      label={texts.story}
      columns={columns}
      rows={facts}
      keyOf={({ at, kind, detail }) => `${at} ${kind} ${JSON.stringify(detail)}`}
      empty={null}
    />
  );
}

type DetailProps = Pick<Told['facts'][number], 'fault'> & {
  readonly detail: NonNullable<Told['facts'][number]['detail']>;
};

/** Why a server did not take it, in words; other details stay as they are stored. */
function Detail({ detail, fault }: DetailProps) {
  const meaning = useMeaning();
  const { class: kind, code, enhanced, text } = detail;
  if (typeof kind !== 'string' || typeof text !== 'string') {
    return <Code>{JSON.stringify(detail)}</Code>;
  }
  const answer = [code, enhanced, text].filter((word) => word !== '');
  return (
    <Stack gap={4} align="flex-start">
      <span>{meaning(kind)}</span>
      {code === 0 ? <Fault fault={fault} raw={text} /> : <Code>{answer.join(' ')}</Code>}
    </Stack>
  );
}

function Talk({ attempt }: { readonly attempt: Told['attempts'][number] }) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const meaning = useMeaning();
  const { code, enhanced, text, fault } = attempt;
  const answer = [String(code), enhanced, text].filter((word) => word !== '');
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          { name: texts.at, value: <Time atMs={Date.parse(attempt.at)} /> },
          { name: texts.server, value: [...new Set([attempt.host, attempt.ip])].join(' ') },
          { name: texts.outcome, value: meaning(attempt.outcome) },
          { name: texts.took, value: formatDuration(attempt.durationMs, language) },
        ]}
      />
      {code === 0 ? <Fault fault={fault} raw={text} /> : <Code>{answer.join(' ')}</Code>}
      {attempt.dialogue === '' ? (
        <Text size="xs" c="dimmed">
          {texts.noDialogue}
        </Text>
      ) : (
        <CodeBlock label={texts.attempts} code={attempt.dialogue} />
      )}
    </Stack>
  );
}

/** One bind at this moment: its connections, its window, its answers, and its trace. */
import { Progress, Stack, Text } from '@mantine/core';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { formatDuration, formatNumber } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { operatorTexts } from '../../texts/console-operators.ts';
import { fill } from '../../texts/texts.ts';

type Link = Answer<'operator binds'>['links'][number];
type Connection = Link['connections'][number];
type Counted = Link['answers'][number];
type Pdu = Link['trace']['pdus'][number];

export function LinkPanel({ link }: { readonly link: Link }) {
  const texts = useTexts(operatorTexts);
  const { trace, answers, place } = link;
  const bind = fill(texts.bind, { place: place + 1 });
  const isTraced = trace.endsAtMs !== null || trace.pdus.length > 0;
  const pduColumns = usePduColumns();
  return (
    <Stack gap="lg">
      <Panel title={bind}>
        <Facts facts={useFacts(link)} />
      </Panel>
      <Panel isFlush title={fill(texts.answersOf, { bind })}>
        <DataTable
          label={fill(texts.answersOf, { bind })}
          columns={useAnswerColumns()}
          rows={answers}
          keyOf={({ status }) => status}
          empty={<Quiet text={texts.noAnswers} />}
        />
      </Panel>
      {isTraced ? (
        <Panel
          isFlush
          title={fill(texts.traceOf, { bind })}
          actions={trace.endsAtMs === null ? undefined : <Until atMs={trace.endsAtMs} />}
        >
          <DataTable
            label={fill(texts.traceOf, { bind })}
            columns={pduColumns}
            rows={trace.pdus}
            keyOf={({ atMs, way, sequence, command }) => `${atMs} ${way} ${sequence} ${command}`}
            empty={<Quiet text={texts.nothingPassed} />}
          />
        </Panel>
      ) : null}
    </Stack>
  );
}

function Quiet({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="dimmed" p="md">
      {text}
    </Text>
  );
}

function Until({ atMs }: { readonly atMs: number }) {
  const texts = useTexts(operatorTexts);
  return (
    <span>
      {texts.until} <Time atMs={atMs} />
    </span>
  );
}

function useFacts(link: Link): readonly Fact[] {
  const texts = useTexts(operatorTexts);
  const { language } = useLanguage();
  const { connections, ratePerSecond, roundTrip, uncertain, otherAnswers } = link;
  const time = (ms: number) => formatDuration(Math.round(ms), language);
  return [
    ...connections.map((connection) => ({
      name: fill(texts.connection, { mode: connection.mode }),
      value: <ConnectionState connection={connection} />,
    })),
    { name: texts.windowUse, value: <WindowUse link={link} /> },
    {
      name: texts.rateNow,
      value: ratePerSecond === null ? texts.noRate : formatNumber(ratePerSecond, language),
    },
    {
      name: texts.roundTrip,
      value:
        roundTrip === null
          ? '–'
          : fill(texts.roundTripText, {
              mean: time(roundTrip.meanMs),
              most: time(roundTrip.mostMs),
            }),
    },
    { name: texts.uncertain, value: formatNumber(uncertain, language) },
    ...(otherAnswers === 0
      ? []
      : [{ name: texts.otherAnswers, value: formatNumber(otherAnswers, language) }]),
  ];
}

function ConnectionState({ connection }: { readonly connection: Connection }) {
  const texts = useTexts(operatorTexts);
  const { state, peer, lost, fault, retryAtMs } = connection;
  const tone = state === 'bound' ? 'good' : state === 'waiting' ? 'bad' : 'info';
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={tone}>{texts[state]}</StatusBadge>
      {peer === '' ? null : <Code>{peer}</Code>}
      <Fault fault={fault} raw={lost} />
      {retryAtMs === null ? null : (
        <span>
          {texts.retry} <Time atMs={retryAtMs} />
        </span>
      )}
    </Stack>
  );
}

function WindowUse({ link: { unanswered, window } }: { readonly link: Link }) {
  const texts = useTexts(operatorTexts);
  const used = fill(texts.windowText, { used: unanswered, window });
  return (
    <Stack gap={6}>
      <span>{used}</span>
      <Progress value={(unanswered / window) * 100} aria-label={texts.windowUse} />
    </Stack>
  );
}

function useAnswerColumns(): readonly Column<Counted>[] {
  const texts = useTexts(operatorTexts);
  const { language } = useLanguage();
  return [
    { name: texts.status, isTitle: true, show: ({ status }) => <Code>{status}</Code> },
    { name: texts.count, isFigure: true, show: ({ count }) => formatNumber(count, language) },
  ];
}

function usePduColumns(): readonly Column<Pdu>[] {
  const texts = useTexts(operatorTexts);
  return [
    {
      name: texts.command,
      isTitle: true,
      show: ({ way, command }) => `${way === 'sent' ? '→' : '←'}\u00a0${command}`,
    },
    { name: texts.at, show: ({ atMs }) => <Time atMs={atMs} /> },
    { name: texts.status, show: ({ status }) => <Code>{status}</Code> },
    { name: texts.sequence, isFigure: true, show: ({ sequence }) => sequence },
    { name: texts.addresses, show: addresses },
    {
      name: texts.messageId,
      show: ({ messageId }) => (messageId === '' ? '' : <Code>{messageId}</Code>),
    },
    {
      name: texts.message,
      show: ({ esmClass, dataCoding, textOctets }) =>
        textOctets === null
          ? ''
          : fill(texts.messageText, {
              esmClass: hex(esmClass),
              dataCoding: hex(dataCoding),
              octets: textOctets,
            }),
    },
  ];
}

function addresses({ source, destination }: Pdu): string {
  return source === '' && destination === '' ? '' : `${source} → ${destination}`;
}

function hex(value: number | null): string {
  return `0x${(value ?? 0).toString(16).padStart(2, '0')}`;
}

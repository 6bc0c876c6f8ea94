/** How messages went: what arrived and how soon, by time, by country, by operator, and why some did not. */
import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Answer, askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { useCompared } from '../../components/compared.tsx';
import { Facts } from '../../components/facts.tsx';
import { delayLines, FigurePlots, linesOf } from '../../components/figure-plots.tsx';
import { arrivalColumns, FigureTable, figure, showShare } from '../../components/figure-table.tsx';
import { formatDelay, formatNumber } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code } from '../../components/shown.tsx';
import { type Span, spanAt } from '../../components/statistics-span.ts';
import { TableExport } from '../../components/table-export.tsx';
import { useFigures } from '../../components/use-figures.ts';
import { reasonTexts } from '../../texts/reasons.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import type { Language } from '../../texts/texts.ts';
import { explainReason } from './explain-reason.ts';
import { shareDelivered } from './share-delivered.ts';

type Told = Answer<'message statistics'>;
type Figures = Told['total'];
type Texts = (typeof statisticsTexts)['en'];

export function MessageFigures({ span }: { readonly span: Span }) {
  const { id: account } = useAccount();
  const { mode } = useMode();
  const { query, before } = useFigures(span, ['message statistics', account, mode], (asked, how) =>
    askIn(account, 'message statistics', { mode, ...asked }, how),
  );
  return (
    <QueryView query={query}>
      {(told) =>
        told.total.messages === 0 ? null : <Shown told={told} before={before} span={span} />
      }
    </QueryView>
  );
}

type ShownProps = { readonly told: Told; readonly span: Span };
type ComparedProps = { readonly told: Told; readonly before: Told | undefined };

function Shown({ told, before, span }: ShownProps & ComparedProps) {
  const texts = useTexts(statisticsTexts);
  return (
    <Stack gap="md" mt="md">
      <Panel title={texts.messages}>
        <Totals told={told} before={before} />
      </Panel>
      <Plots told={told} before={before} span={span} />
      <ByCountry told={told} span={span} />
      <ByOperator told={told} span={span} />
      <Errors told={told} span={span} />
    </Stack>
  );
}

function Totals({ told, before }: ComparedProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const compare = useCompared(told.total, before?.total);
  const count = (of: 'messages' | 'delivered' | 'notDelivered' | 'underWay') =>
    compare((total) => formatNumber(total[of], language));
  return (
    <>
      <Facts
        facts={[
          { name: texts.messages, value: count('messages') },
          { name: texts.delivered, value: count('delivered') },
          { name: texts.notDelivered, value: count('notDelivered') },
          { name: texts.underWay, value: count('underWay') },
          {
            name: texts.share,
            value: compare((total) => showShare(shareDelivered(total), language)),
          },
          {
            name: texts.halfWithin,
            value: compare((total) => formatDelay(total.halfWithinMs, language)),
          },
          {
            name: texts.mostWithin,
            value: compare((total) => formatDelay(total.mostWithinMs, language)),
          },
        ]}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.counted}
      </Text>
    </>
  );
}

function Plots({ told: { steps, zone }, before, span }: ShownProps & ComparedProps) {
  const texts = useTexts(statisticsTexts);
  const axis = { zone, by: span.by };
  // A plot is drawn again for each list that it is given.
  const drawn = useMemo(() => seriesOf(steps, before?.steps, texts), [steps, before, texts]);
  return (
    <FigurePlots
      axis={axis}
      texts={texts}
      drawn={drawn}
      actions={<Export table="steps" span={span} />}
    />
  );
}

type Of = (step: Figures) => number | null;

const shareOf: Of = (step) => shareDelivered(step) ?? null;

function seriesOf(steps: Told['steps'], before: Told['steps'] | undefined, texts: Texts) {
  const { times, line, was } = linesOf(steps, before, texts.before);
  return {
    times,
    counts: [
      line(texts.delivered, 'accent', ({ delivered }) => delivered),
      line(texts.notDelivered, 'bad', ({ notDelivered }) => notDelivered),
      line(texts.underWay, 'info', ({ underWay }) => underWay),
      ...was(({ messages }) => messages),
    ],
    shares: [line(texts.share, 'accent', shareOf), ...was(shareOf)],
    delays: delayLines({ line, was }, texts),
  };
}

type TableName = 'steps' | 'countries' | 'operators' | 'errors';

function Export({ table, span }: { readonly table: TableName; readonly span: Span }) {
  const texts = useTexts(statisticsTexts);
  const { id: account } = useAccount();
  const { mode } = useMode();
  const asked = { mode, by: span.by, table, ...spanAt(span, Date.now()) };
  return (
    <TableExport
      path={tablePath(account, 'message statistics export', asked)}
      name={`messages-${table}.csv`}
      title={texts[table]}
    />
  );
}

function ByCountry({ told: { countries, currency }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const names = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language]);
  return (
    <FigureTable
      title={texts.countries}
      actions={<Export table="countries" span={span} />}
      rows={countries}
      keyOf={({ country }) => country}
      columns={[
        {
          name: texts.country,
          isTitle: true,
          show: ({ country }) => (country === '' ? texts.noCountry : names.of(country)),
        },
        ...figureColumns(texts, currency, language),
      ]}
    />
  );
}

function ByOperator({ told: { operators, currency }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  return (
    <FigureTable
      title={texts.operators}
      actions={<Export table="operators" span={span} />}
      rows={operators}
      keyOf={({ operator }) => operator}
      columns={[
        { name: texts.operator, isTitle: true, show: ({ operator }) => operator },
        ...figureColumns(texts, currency, language),
      ]}
    />
  );
}

function figureColumns(
  texts: Texts,
  currency: string,
  language: Language,
): readonly Column<Figures>[] {
  const count = (name: string, of: (figures: Figures) => number) =>
    figure<Figures>(name, (figures) => formatNumber(of(figures), language));
  const { share, delays, cost } = arrivalColumns<Figures>(texts, language, {
    share: shareDelivered,
    currency,
  });
  return [
    count(texts.messages, ({ messages }) => messages),
    share,
    count(texts.notDelivered, ({ notDelivered }) => notDelivered),
    ...delays,
    count(texts.parts, ({ parts }) => parts),
    cost,
  ];
}

/** Each with what to do about it; opening one leads to its messages. */
function Errors({ told: { errors }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const reasons = useTexts(reasonTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const navigate = useNavigate();
  if (errors.length === 0) return null;
  return (
    <FigureTable
      title={texts.errors}
      actions={<Export table="errors" span={span} />}
      rows={errors}
      keyOf={({ reason }) => reason}
      onOpen={({ reason }) =>
        void navigate({
          to: `/${account}/sms/messages`,
          search: { ...span.asked, state: 'not delivered', reason },
        })
      }
      columns={[
        {
          name: texts.reason,
          isTitle: true,
          show: ({ reason }) => (reason === '' ? texts.noReason : explainReason(reason, reasons)),
        },
        { name: texts.code, show: ({ reason }) => (reason === '' ? '–' : <Code>{reason}</Code>) },
        {
          name: texts.messages,
          isFigure: true,
          show: ({ messages }) => formatNumber(messages, language),
        },
      ]}
    />
  );
}

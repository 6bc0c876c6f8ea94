/** How messages went: by hour or day, by country, by operator, and why some did not arrive. */

import { delayOf } from '#core/delays.ts';
import { add, formatExact, zero } from '#core/money.ts';
import type { Figure } from '#sms/records/message-figures.ts';
import type { MessageRecordStore } from '#sms/records/message-record-store.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { csvDownload } from '../csv-download.ts';
import type { Query, Reply } from '../definition.ts';
import { give, type Handler, handle } from '../handler.ts';
import { exportMessageFigures, messageFigures } from './definitions.ts';
import { byStep, refuseSpan, stepsOf } from './steps.ts';

export type FigurePorts = CallerPorts & {
  readonly figures: Pick<MessageRecordStore, 'figuresByHour' | 'figuresByPlace'>;
  readonly operatorNames: () => Promise<ReadonlyMap<number, string>>;
};

type Told = Reply<typeof messageFigures>;
type Figures = Told['total'];

export function figureHandlers(ports: FigurePorts): readonly Handler[] {
  return [
    handle(messageFigures, async ({ accountId, query }) => {
      return refuseSpan(query) ?? give(await tell(ports, accountId, query));
    }),
    handle(exportMessageFigures, async ({ accountId, query }) => {
      const refusal = refuseSpan(query);
      if (refusal !== undefined) return refusal;
      const told = await tell(ports, accountId, query);
      return csvDownload(`messages-${query.table}`, tables[query.table](told));
    }),
  ];
}

async function tell(
  ports: FigurePorts,
  accountId: number,
  query: Query<typeof messageFigures>,
): Promise<Told> {
  const { mode: purse, from, until: untilMs } = query;
  const { currency, timeZone: zone } = await findAccount(ports, accountId);
  const starts = stepsOf(query, zone);
  const wish = { accountId, purse, fromMs: starts[0] ?? from, untilMs };
  const hours = await ports.figures.figuresByHour(wish);
  const places = await ports.figures.figuresByPlace(wish);
  const names = await ports.operatorNames();
  return {
    currency,
    zone,
    total: addUp(places),
    steps: byStep(starts, hours).map(({ atMs, within }) => ({ from: atMs, ...addUp(within) })),
    countries: groups(places, ({ country }) => country).map(([country, ofIt]) => {
      return { country, ...addUp(ofIt) };
    }),
    operators: groups(places, ({ operatorId }) => operatorId).map(([id, ofIt]) => {
      return { operator: names.get(id) ?? `#${id}`, ...addUp(ofIt) };
    }),
    errors: errorsOf(places),
  };
}

/** Those with the most messages first. */
function groups<One extends Figure, Key>(
  figures: readonly One[],
  keyOf: (figure: One) => Key,
): readonly (readonly [Key, readonly One[]])[] {
  return [...Map.groupBy(figures, keyOf)].toSorted(([, a], [, b]) => countOf(b) - countOf(a));
}

function countOf(figures: readonly Figure[]): number {
  return figures.reduce((sum, { messages }) => sum + messages, 0);
}

function addUp(figures: readonly Figure[]): Figures {
  const count = (state: Figure['state']) => countOf(figures.filter((one) => one.state === state));
  const delays = delaysOf(figures);
  return {
    messages: countOf(figures),
    delivered: count('delivered'),
    notDelivered: count('not delivered'),
    underWay: count('under way'),
    parts: figures.reduce((sum, { parts }) => sum + parts, 0),
    cost: formatExact(figures.reduce((sum, { cost }) => add(sum, cost), zero)),
    halfWithinMs: delayOf(delays, 0.5) ?? null,
    mostWithinMs: delayOf(delays, 0.95) ?? null,
  };
}

function delaysOf(figures: readonly Figure[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { state, detail, messages } of figures) {
    if (state !== 'delivered') continue;
    const bound = Number(detail);
    counts.set(bound, (counts.get(bound) ?? 0) + messages);
  }
  return counts;
}

function errorsOf(figures: readonly Figure[]): Told['errors'] {
  const failed = figures.filter(({ state }) => state === 'not delivered');
  return groups(failed, ({ detail }) => detail).map(([reason, ofIt]) => {
    return { reason, messages: countOf(ofIt) };
  });
}

type Table = (told: Told) => readonly (readonly string[])[];

const columns =
  'messages delivered not_delivered under_way parts cost half_within_ms most_within_ms'.split(' ');

const tables: Readonly<Record<Query<typeof exportMessageFigures>['table'], Table>> = {
  steps: ({ steps }) => [
    ['from', ...columns],
    ...steps.map(({ from, ...figures }) => [new Date(from).toISOString(), ...cells(figures)]),
  ],
  countries: ({ countries }) => [
    ['country', ...columns],
    ...countries.map(({ country, ...figures }) => [country, ...cells(figures)]),
  ],
  operators: ({ operators }) => [
    ['operator', ...columns],
    ...operators.map(({ operator, ...figures }) => [operator, ...cells(figures)]),
  ],
  errors: ({ errors }) => [
    ['reason', 'messages'],
    ...errors.map(({ reason, messages }) => [reason, String(messages)]),
  ],
};

function cells(figures: Figures): readonly string[] {
  const { messages, delivered, notDelivered, underWay, parts, cost } = figures;
  const counts = [messages, delivered, notDelivered, underWay, parts].map(String);
  const delays = [figures.halfWithinMs, figures.mostWithinMs].map((delay) => String(delay ?? ''));
  return [...counts, cost, ...delays];
}

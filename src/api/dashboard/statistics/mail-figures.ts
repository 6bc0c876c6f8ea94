/** How mails went: by hour or day, by provider of mailboxes, and why some did not arrive. */

import { delayOf } from '#core/delays.ts';
import { add, formatExact, zero } from '#core/money.ts';
import { suppressionOf } from '#mail/delivery/treatment.ts';
import type { MailFigure } from '#mail/figures/mail-figures.ts';
import type { MailClass } from '#mail/mail-fact.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { csvDownload } from '../csv-download.ts';
import type { Query, Reply } from '../definition.ts';
import { give, type Handler, handle } from '../handler.ts';
import { exportMailFigures, mailFigures } from './definitions.ts';
import { byStep, refuseSpan, stepsOf } from './steps.ts';

export type MailFigurePorts = CallerPorts & {
  readonly mailFigures: Pick<EmailStore, 'figuresByHour' | 'figuresByProvider'>;
};

type Told = Reply<typeof mailFigures>;
type Figures = Told['total'];

export function mailFigureHandlers(ports: MailFigurePorts): readonly Handler[] {
  return [
    handle(mailFigures, async ({ accountId, query }) => {
      return refuseSpan(query) ?? give(await tell(ports, accountId, query));
    }),
    handle(exportMailFigures, async ({ accountId, query }) => {
      const refusal = refuseSpan(query);
      if (refusal !== undefined) return refusal;
      const told = await tell(ports, accountId, query);
      return csvDownload(`mails-${query.table}`, tables[query.table](told));
    }),
  ];
}

async function tell(
  ports: MailFigurePorts,
  accountId: number,
  query: Query<typeof mailFigures>,
): Promise<Told> {
  const { mode: purse, from, until: untilMs } = query;
  const { currency, timeZone: zone } = await findAccount(ports, accountId);
  const starts = stepsOf(query, zone);
  const wish = { accountId, purse, fromMs: starts[0] ?? from, untilMs };
  const hours = await ports.mailFigures.figuresByHour(wish);
  const places = await ports.mailFigures.figuresByProvider(wish);
  const providers = groups(places, ({ provider }) => provider);
  return {
    currency,
    zone,
    total: addUp(places),
    steps: byStep(starts, hours).map(({ atMs, within }) => ({ from: atMs, ...addUp(within) })),
    providers: providers.map(([provider, ofIt]) => ({ provider, ...addUp(ofIt) })),
    errors: errorsOf(places),
  };
}

/** Those with the most mails first. */
function groups<One extends MailFigure>(
  figures: readonly One[],
  keyOf: (figure: One) => string,
): readonly (readonly [string, readonly One[]])[] {
  return [...Map.groupBy(figures, keyOf)].toSorted(([, a], [, b]) => countOf(b) - countOf(a));
}

function countOf(figures: readonly MailFigure[]): number {
  return figures.reduce((sum, { mails }) => sum + mails, 0);
}

function addUp(figures: readonly MailFigure[]): Figures {
  const count = (...states: MailFigure['state'][]) =>
    countOf(figures.filter(({ state }) => states.includes(state)));
  const bounced = figures.filter(({ state }) => state === 'bounced');
  const bouncedHard = countOf(bounced.filter(isHard));
  const delays = delaysOf(figures);
  return {
    mails: countOf(figures),
    delivered: count('sent', 'complained'),
    caught: count('caught'),
    underWay: count('under way', 'deferred'),
    deferred: count('deferred'),
    bouncedHard,
    bouncedSoft: countOf(bounced) - bouncedHard,
    failed: count('failed'),
    suppressed: count('suppressed'),
    cancelled: count('cancelled'),
    complained: count('complained'),
    cost: formatExact(figures.reduce((sum, { cost }) => add(sum, cost), zero)),
    halfWithinMs: delayOf(delays, 0.5) ?? null,
    mostWithinMs: delayOf(delays, 0.95) ?? null,
  };
}

/** As the suppression list judges it. */
function isHard({ detail }: MailFigure): boolean {
  const [why] = detail.split(' ', 1);
  return suppressionOf({ class: why as MailClass, code: 0 }, '') === 'hard';
}

function delaysOf(figures: readonly MailFigure[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { state, detail, mails } of figures) {
    if (state !== 'sent') continue;
    const bound = Number(detail);
    counts.set(bound, (counts.get(bound) ?? 0) + mails);
  }
  return counts;
}

function errorsOf(figures: readonly MailFigure[]): Told['errors'] {
  const failed = figures.filter(({ state }) => state === 'bounced' || state === 'failed');
  return groups(failed, ({ detail }) => detail).map(([detail, ofIt]) => {
    const [reason = '', ...code] = detail.split(' ');
    return { reason, code: code.join(' '), mails: countOf(ofIt) };
  });
}

type Table = (told: Told) => readonly (readonly string[])[];

const counts = [
  ['mails', 'mails'],
  ['delivered', 'delivered'],
  ['caught', 'caught'],
  ['under_way', 'underWay'],
  ['deferred', 'deferred'],
  ['bounced_hard', 'bouncedHard'],
  ['bounced_soft', 'bouncedSoft'],
  ['failed', 'failed'],
  ['suppressed', 'suppressed'],
  ['cancelled', 'cancelled'],
  ['complained', 'complained'],
  ['cost', 'cost'],
  ['half_within_ms', 'halfWithinMs'],
  ['most_within_ms', 'mostWithinMs'],
] as const satisfies readonly (readonly [string, keyof Figures])[];

const columns = counts.map(([column]) => column);

const tables: Readonly<Record<Query<typeof exportMailFigures>['table'], Table>> = {
  steps: ({ steps }) => [
    ['from', ...columns],
    ...steps.map(({ from, ...figures }) => [new Date(from).toISOString(), ...cells(figures)]),
  ],
  providers: ({ providers }) => [
    ['provider', ...columns],
    ...providers.map(({ provider, ...figures }) => [provider, ...cells(figures)]),
  ],
  errors: ({ errors }) => [
    ['reason', 'code', 'mails'],
    ...errors.map(({ reason, code, mails }) => [reason, code, String(mails)]),
  ],
};

function cells(figures: Figures): readonly string[] {
  return counts.map(([, name]) => String(figures[name] ?? ''));
}

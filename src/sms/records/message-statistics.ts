/** `message statistics`: how messages went, by hour or day, by country, by operator, and why some did not arrive. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { costOf, delaysOf, largestFirst, sumOf, tableOf } from '#accounts/statistics/figures.ts';
import {
  placeView,
  readSpan,
  spanRefusals,
  spanShape,
  stepFrom,
} from '#accounts/statistics/span.ts';
import { formatTable } from '#core/csv-text.ts';
import { operation, Refusal } from '#core/operation.ts';
import { TableAnswer, tableAnswer } from '#core/table-answer.ts';
import { byStep } from '#core/time-steps.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { Figure } from './message-figures.ts';
import type { MessageRecordStore } from './message-record-store.ts';
import { amount } from './message-view.ts';

type FigurePorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly messages: Pick<MessageRecordStore, 'figuresByHour' | 'figuresByPlace'>;
  readonly operators: Pick<OperatorStore, 'listOperators'>;
};

const figures = {
  messages: z.int(),
  delivered: z.int(),
  notDelivered: z.int(),
  underWay: z.int(),
  parts: z.int(),
  cost: amount,
  /** From accept to delivery, for half of what was delivered, and for 95 of 100; null: nothing was. */
  halfWithinMs: z.int().nullable(),
  mostWithinMs: z.int().nullable(),
};

const told = z.object({
  ...placeView,
  total: z.object(figures),
  steps: z.array(z.object({ ...stepFrom, ...figures })),
  /** ISO 3166; empty where no plan knows one. Those with the most messages first. */
  countries: z.array(z.object({ country: z.string(), ...figures })),
  operators: z.array(z.object({ operator: z.string(), ...figures })),
  errors: z.array(z.object({ reason: z.string(), messages: z.int() })),
});

const span = z.strictObject(spanShape);

export const messageStatistics = operation({
  name: 'message statistics',
  does: 'reads',
  needs: 'read facts',
  input: span,
  output: told,
  refusals: spanRefusals,
  run: (ports: FigurePorts, asked, { accountId }) => tell(ports, asked, accountId),
});

const tables = {
  steps: ['from', ...Object.keys(figures)],
  countries: ['country', ...Object.keys(figures)],
  operators: ['operator', ...Object.keys(figures)],
  errors: ['reason', 'messages'],
} as const;

export const exportMessageStatistics = operation({
  name: 'message statistics export',
  does: 'reads',
  needs: 'read facts',
  input: span.extend({ table: z.enum(['steps', 'countries', 'operators', 'errors']) }),
  output: tableAnswer,
  refusals: spanRefusals,
  async run(ports: FigurePorts, { table, ...asked }, { accountId }) {
    const all = await tell(ports, asked, accountId);
    if (all instanceof Refusal) return all;
    const rows = tableOf(tables[table], all[table]);
    return new TableAnswer(`messages-${table}`, [formatTable(rows)]);
  },
});

type Told = z.input<typeof told>;

async function tell(ports: FigurePorts, asked: z.output<typeof span>, accountId: number) {
  const read = await readSpan(ports, asked, accountId);
  if (read instanceof Refusal) return read;
  const { place, starts, wish } = read;
  const hours = await ports.messages.figuresByHour(wish);
  const places = await ports.messages.figuresByPlace(wish);
  const operators = await ports.operators.listOperators();
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  return {
    ...place,
    total: addUp(places),
    steps: byStep(starts, hours, addUp),
    countries: largestFirst(places, ({ country }) => country, messagesOf).map(
      ([country, ofIt]) => ({ country, ...addUp(ofIt) }),
    ),
    operators: largestFirst(places, ({ operatorId }) => operatorId, messagesOf).map(
      ([id, ofIt]) => ({ operator: names.get(id) ?? `#${id}`, ...addUp(ofIt) }),
    ),
    errors: errorsOf(places),
  };
}

const messagesOf = ({ messages }: Figure): number => messages;

function addUp(all: readonly Figure[]): Told['total'] {
  const of = (wanted: Figure['state']) => all.filter(({ state }) => state === wanted);
  const count = (state: Figure['state']) => sumOf(of(state), messagesOf);
  return {
    messages: sumOf(all, messagesOf),
    delivered: count('delivered'),
    notDelivered: count('not delivered'),
    underWay: count('under way'),
    parts: sumOf(all, ({ parts }) => parts),
    cost: costOf(all),
    ...delaysOf(of('delivered'), messagesOf),
  };
}

function errorsOf(all: readonly Figure[]): Told['errors'] {
  const failed = all.filter(({ state }) => state === 'not delivered');
  return largestFirst(failed, ({ detail }) => detail, messagesOf).map(([reason, ofIt]) => ({
    reason,
    messages: sumOf(ofIt, messagesOf),
  }));
}

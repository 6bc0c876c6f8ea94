/** `price import` and `price plan`: many prices out of a table, which is compared with what stands before it is taken. */
import { z } from 'zod';
import { accountInput, costInput, fromInput, prefixInput } from '#core/common-inputs.ts';
import { findTwice } from '#core/csv-table.ts';
import { formatExact } from '#core/money.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { tableInput } from '#core/table-input.ts';
import {
  changesShown,
  countPlan,
  differences,
  planShape,
  type TablePlan,
} from '#core/table-plan.ts';
import { importMax, type Price } from '#sms/routing/route-store.ts';
import { changes } from './price-operations.ts';
import {
  keyOf,
  type PricePorts,
  placeOf,
  priceView,
  refuseMissing,
  undoTable,
  viewPrice,
} from './price-view.ts';

const input = z.strictObject({
  table: tableInput(
    {
      prefix: prefixInput,
      /** Null: it goes. */
      price: costInput.nullable(),
      account: accountInput.nullable().default(null),
      from: fromInput.nullable().default(null),
    },
    importMax,
  ),
});

const refusals = ['price stands there twice', 'account of a price is unknown'] as const;

export const planPrices = operation({
  name: 'price plan',
  does: 'writes',
  needs: 'administrator',
  positional: ['table'],
  input,
  output: z.object({
    ...planShape,
    /** Those that change, the first 200. */
    changes: z.array(priceView.extend({ before: z.string() })),
  }),
  refusals,
  async run(ports: PricePorts, { table }) {
    const plan = await compare(table, ports);
    if (plan instanceof Refusal) return plan;
    return {
      ...countPlan(plan),
      changes: plan.changed
        .slice(0, changesShown)
        .map(([to, from]) => ({ ...viewPrice(to), before: formatExact(from.price) })),
    };
  },
});

export const importPrices = operation({
  name: 'price import',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['table'],
  input,
  output: z.object({
    prices: z.int(),
    changed: z.int(),
    /** The table that has all as it was; null: nothing was changed. */
    undo: z.string().nullable(),
  }),
  refusals,
  async run(ports: PricePorts, { table }, author) {
    const plan = await compare(table, ports);
    if (plan instanceof Refusal) return plan;
    const { set, added, changed, removed } = plan;
    await ports.operators.changePrices({ set, remove: removed }, author);
    const before = [...changed.map(([, price]) => price), ...removed];
    const count = before.length + added.length;
    return {
      prices: table.length,
      changed: count,
      undo: count === 0 ? null : undoTable(before, added),
    };
  },
});

type Rows = z.output<typeof input>['table'];

async function compare(
  rows: Rows,
  ports: PricePorts,
): Promise<TablePlan<Price> | Refusal<(typeof refusals)[number]>> {
  const placed = rows.map(({ prefix, price, ...place }) => ({ ...placeOf(place), prefix, price }));
  const twice = findTwice(placed, keyOf);
  if (twice !== undefined) {
    return refuse('price stands there twice', { field: 'table', params: { prefix: twice.prefix } });
  }
  const missing = await refuseMissing(placed, ports);
  if (missing !== undefined) return missing;
  const standing = new Map(
    (await ports.operators.listPrices()).map((price) => [keyOf(price), price]),
  );
  const set = placed.flatMap(({ price, ...place }) =>
    price === null ? [] : [{ ...place, price }],
  );
  return {
    set,
    ...differences(set, [...standing.values()], { keyOf, isSame }),
    removed: placed.flatMap((row) => (row.price === null ? (standing.get(keyOf(row)) ?? []) : [])),
  };
}

function isSame(one: Price, other: Price): boolean {
  return one.price === other.price;
}

/** `route import` and `route plan`: many routes out of a table, which is compared with what stands before it is taken. */
import { z } from 'zod';
import { prefixInput } from '#core/common-inputs.ts';
import { findTwice } from '#core/csv-table.ts';
import { textOf } from '#core/input-form.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { tableInput } from '#core/table-input.ts';
import {
  changesShown,
  countPlan,
  differences,
  planShape,
  type TablePlan,
} from '#core/table-plan.ts';
import { type NewRoute, type Route, routeDefaults } from '#sms/routing/route.ts';
import { importMax, type RouteStore } from '#sms/routing/route-store.ts';
import { changes } from './route-operations.ts';
import {
  keyOf,
  networkKind,
  operatorNames,
  placeShape,
  type RoutePorts,
  routeTable,
  routeView,
  valueShape,
  viewRoute,
} from './route-view.ts';
import { routeForms } from './words.ts';

const row = {
  prefix: placeShape.prefix,
  operator: placeShape.operator,
  network: placeShape.network.default(''),
  grade: placeShape.grade.default(null),
  senders: placeShape.senders.default([]),
  priority: valueShape.priority.default(routeDefaults.priority),
  weight: valueShape.weight.default(routeDefaults.weight),
  buyPrice: valueShape.buyPrice.default(null),
  state: z.enum(['on', 'off', 'removed']).default('on'),
};

const input = z.strictObject({
  table: tableInput(row, importMax),
  /** Those that it does not name go. */
  removesOthers: z.boolean().default(false),
});

const refusals = ['operator of a route is unknown', 'route stands there twice'] as const;

export const planRoutes = operation({
  name: 'route plan',
  does: 'writes',
  needs: 'administrator',
  positional: ['table'],
  input,
  output: z.object({
    ...planShape,
    /** The first 200 of all together; `before` and `after` are null where there is nothing. */
    changes: z.array(z.object({ before: routeView.nullable(), after: routeView.nullable() })),
  }),
  refusals,
  async run(ports: RoutePorts, wanted) {
    const plan = await compare(wanted, ports);
    if (plan instanceof Refusal) return plan;
    const names = await operatorNames(ports);
    const { added, changed, removed } = plan;
    const all = [
      ...changed.map(([after, before]) => [before, after] as const),
      ...added.map((after) => [null, after] as const),
      ...removed.map((before) => [before, null] as const),
    ];
    return {
      ...countPlan(plan),
      changes: all.slice(0, changesShown).map(([before, after]) => ({
        before: before && viewRoute(before, names),
        after: after && viewRoute(after, names),
      })),
    };
  },
});

export const importRoutes = operation({
  name: 'route import',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  positional: ['table'],
  input,
  output: z.object({
    routes: z.int(),
    changed: z.int(),
    /** The table that has all as it was; null: nothing was changed. */
    undo: z.string().nullable(),
  }),
  refusals,
  async run(ports: RoutePorts, wanted, author) {
    const plan = await compare(wanted, ports);
    if (plan instanceof Refusal) return plan;
    const { set, added, changed, removed } = plan;
    await ports.operators.changeRoutes({ set, remove: removed }, author);
    const before = [...changed.map(([, route]) => route), ...removed];
    const count = before.length + added.length;
    const undo = count === 0 ? null : routeTable(before, await operatorNames(ports), added);
    return { routes: wanted.table.length, changed: count, undo };
  },
});

async function compare(
  { table, removesOthers }: z.output<typeof input>,
  { operators }: RoutePorts,
): Promise<TablePlan<NewRoute, Route> | Refusal<(typeof refusals)[number]>> {
  const live = (await operators.listOperators()).filter(({ builtIn }) => !builtIn);
  const ids = new Map(live.map(({ id, name }) => [name, id]));
  const stranger = table.find(({ operator }) => !ids.has(operator));
  if (stranger !== undefined) {
    const params = { operator: stranger.operator };
    return refuse('operator of a route is unknown', { field: 'table', params });
  }
  const rows = table.map(({ operator, state, ...route }) => ({
    route: { ...route, operatorId: ids.get(operator) ?? 0, enabled: state === 'on' },
    goes: state === 'removed',
  }));
  const twice = findTwice(rows, ({ route }) => keyOf(route))?.route.prefix;
  if (twice !== undefined) {
    return refuse('route stands there twice', { field: 'table', params: { prefix: twice } });
  }
  const all = await operators.listRoutes();
  const set = rows.flatMap(({ route, goes }) => (goes ? [] : [route]));
  const staying = new Set(set.map(keyOf));
  const going = new Set(rows.flatMap(({ route, goes }) => (goes ? [keyOf(route)] : [])));
  const isGoing = (route: Route): boolean =>
    removesOthers ? !staying.has(keyOf(route)) : going.has(keyOf(route));
  return { set, ...differences(set, all, { keyOf, isSame }), removed: all.filter(isGoing) };
}

function isSame(one: NewRoute, other: NewRoute): boolean {
  return (
    one.priority === other.priority &&
    one.weight === other.weight &&
    one.buyPrice === other.buyPrice &&
    one.enabled === other.enabled
  );
}

/** `network import`: which network numbers belong to, where routes ask for it. */
const networkRow = { prefix: prefixInput, network: textOf(networkKind, routeForms.network) };

export const importNetworks = operation({
  name: 'network import',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: [],
  positional: ['table'],
  input: z.strictObject({ table: tableInput(networkRow, importMax) }),
  output: z.object({ prefixes: z.int() }),
  refusals: ['prefix stands there twice'],
  async run(
    { operators }: { readonly operators: Pick<RouteStore, 'replaceNetworks'> },
    { table },
    author,
  ) {
    const twice = findTwice(table, ({ prefix }) => prefix)?.prefix;
    if (twice !== undefined) {
      return refuse('prefix stands there twice', { field: 'table', params: { prefix: twice } });
    }
    await operators.replaceNetworks(table, author);
    return { prefixes: table.length };
  },
});

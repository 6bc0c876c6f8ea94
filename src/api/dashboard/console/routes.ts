/** Which operators take live messages, and why. */
import { authorOf } from '#api/dashboard/author.ts';
import { csvDownload } from '#api/dashboard/csv-download.ts';
import type { Body } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import { compareText } from '#core/compare-text.ts';
import { formatExact } from '#core/money.ts';
import { formatPhone, parsePhoneNumber } from '#core/phone-number.ts';
import { Directory } from '#sms/directory.ts';
import { compareRoutes } from '#sms/routing/choose-route.ts';
import { explainRoute } from '#sms/routing/explain-route.ts';
import { conditionsOf } from '#sms/routing/health.ts';
import type { NewRoute, Route } from '#sms/routing/route.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';
import { readAmount, wrongAt } from './written-rows.ts';

const nothingThere = refuse('nothing is there');
/** Changes that a plan lists one by one. */
const changesShown = 200;
/** So many can be set again by an undo. */
const removedMax = 5_000;

export function routeHandlers(ports: ConsolePorts): readonly Handler[] {
  const { routes, operators, health, clock } = ports;
  return [
    handle(definitions.listRoutes, async () => {
      const names = await operatorNames(ports);
      const listed = (await routes.listRoutes()).toSorted(inOrder);
      return give({ routes: listed.map((route) => ({ id: route.id, ...show(route, names) })) });
    }),
    handle(definitions.exportRoutes, async () => {
      const names = await operatorNames(ports);
      const listed = (await routes.listRoutes()).toSorted(inOrder);
      return csvDownload('routes', [csvHeading, ...listed.map((route) => csvRow(route, names))]);
    }),
    ...tableHandlers(ports),
    handle(definitions.removeRoute, async (call) => {
      const found = (await routes.listRoutes()).filter(({ id }) => id === call.params.id);
      if (found.length === 0) return nothingThere;
      await routes.removeRoutes(found, authorOf(call, clock));
      return give(undefined);
    }),
    handle(definitions.explainRoute, async ({ query }) => {
      const { to, sender = '', grade } = query;
      const written = to.trim();
      const phone = parsePhoneNumber(written.startsWith('+') ? written : `+${written}`, '');
      if (phone === undefined) {
        return refuse('phone number is not possible', { field: 'to', details: { number: to } });
      }
      const directory = await Directory.read({ operators, routes });
      const conditionOf = conditionsOf(await health.listHealth(), clock.nowMs());
      const wish = { phone, sender, grade: grade && (Number(grade) as 1 | 2), urgent: false };
      const explained = explainRoute(directory, wish, { conditionOf, random: () => 0 });
      return give({
        to: formatPhone(phone),
        network: explained.network ?? null,
        operator: explained.chosen?.operator ?? null,
        reason: explained.chosen?.reason ?? null,
        routes: explained.routes.map(({ route, operator, verdict }) => ({
          id: route.id,
          prefix: route.prefix,
          operator,
          verdict,
        })),
      });
    }),
  ];
}

/** Tables of routes: compared, set and taken back. */
function tableHandlers(ports: ConsolePorts): readonly Handler[] {
  const { routes, clock } = ports;
  return [
    handle(definitions.planRoutes, async ({ body }) => {
      const reading = await readRoutes(body.routes, ports);
      if (!reading.ok) return reading;
      const plan = await compare(reading.routes, body.removesOthers === true, ports);
      if (!plan.ok) return plan;
      const names = await operatorNames(ports);
      const { added, changed, removed } = plan;
      const changes = [
        ...changed.map(([after, before]) => [before, after] as const),
        ...added.map((after) => [null, after] as const),
        ...removed.map((before) => [before, null] as const),
      ].slice(0, changesShown);
      return give({
        added: added.length,
        changed: changed.length,
        same: reading.routes.length - added.length - changed.length,
        removed: removed.length,
        changes: changes.map(([before, after]) => ({
          before: before && show(before, names),
          after: after && show(after, names),
        })),
      });
    }),
    handle(definitions.setRoutes, async (call) => {
      const reading = await readRoutes(call.body.routes, ports);
      if (!reading.ok) return reading;
      const plan = await compare(reading.routes, call.body.removesOthers === true, ports);
      if (!plan.ok) return plan;
      const { added, changed, removed } = plan;
      const change = { set: reading.routes, remove: removed };
      await routes.changeRoutes(change, authorOf(call, clock));
      const before = [...changed.map(([, route]) => route), ...removed];
      const undo = { set: before.map(showValues), remove: added.map(showPlace) };
      return give({ routes: reading.routes.length, undo });
    }),
    handle(definitions.undoRoutes, async (call) => {
      const { set, remove } = call.body;
      const reading = await readRoutes(set, ports);
      if (!reading.ok) return reading;
      const places = new Set(remove.map(placeOf));
      const gone = (await routes.listRoutes()).filter((route) => places.has(placeOf(route)));
      await routes.changeRoutes({ set: reading.routes, remove: gone }, authorOf(call, clock));
      return give({ set: reading.routes.length, removed: gone.length });
    }),
  ];
}

type Written = Body<typeof definitions.setRoutes>['routes'];
type Reading = { readonly ok: true; readonly routes: readonly NewRoute[] } | Refusal;

async function readRoutes(written: Written, { operators }: ConsolePorts): Promise<Reading> {
  const live = (await operators.listOperators()).filter(({ builtIn }) => !builtIn);
  const ids = new Set(live.map(({ id }) => id));
  const seen = new Set<string>();
  const routes: NewRoute[] = [];
  for (const [place, { buyPrice, ...route }] of written.entries()) {
    const price = buyPrice === null ? null : readAmount(buyPrice);
    if (price === undefined) return wrongAt('routes', place, 'buyPrice');
    if (!ids.has(route.operatorId)) return wrongAt('routes', place, 'operatorId');
    const read = { ...route, senders: route.senders.toSorted(), buyPrice: price };
    // Two values for one route: which of them is meant nobody knows.
    if (seen.size === seen.add(placeOf(read)).size) return standsTwice(place);
    routes.push(read);
  }
  return { ok: true, routes };
}

function standsTwice(place: number): Refusal {
  const details = { reason: 'it stands there twice' };
  return refuse('field has a wrong value', { field: `routes.${place}`, details });
}

type Plan = {
  readonly ok: true;
  readonly added: readonly NewRoute[];
  /** What it is to be, and what it is. */
  readonly changed: readonly (readonly [NewRoute, Route])[];
  readonly removed: readonly Route[];
};

async function compare(
  wanted: readonly NewRoute[],
  removesOthers: boolean,
  { routes }: ConsolePorts,
): Promise<Plan | Refusal> {
  const all = await routes.listRoutes();
  const standing = new Map(all.map((route) => [placeOf(route), route]));
  const named = new Set(wanted.map(placeOf));
  const removed = removesOthers ? all.filter((route) => !named.has(placeOf(route))) : [];
  if (removed.length > removedMax) {
    const details = { reason: `more than ${removedMax} routes would go` };
    return refuse('field has a wrong value', { field: 'removesOthers', details });
  }
  const changed = wanted.flatMap((route): (readonly [NewRoute, Route])[] => {
    const before = standing.get(placeOf(route));
    return before === undefined || isSame(before, route) ? [] : [[route, before]];
  });
  const added = wanted.filter((route) => !standing.has(placeOf(route)));
  return { ok: true, added, changed, removed };
}

type Place = Pick<NewRoute, 'prefix' | 'network' | 'grade' | 'senders' | 'operatorId'>;

/** What sets routes apart. */
function placeOf({ prefix, network, grade, senders, operatorId }: Place): string {
  return [prefix, network, grade ?? 0, senders.toSorted().join(), operatorId].join(' ');
}

function isSame(one: NewRoute, other: NewRoute): boolean {
  return (
    one.priority === other.priority &&
    one.weight === other.weight &&
    one.buyPrice === other.buyPrice &&
    one.enabled === other.enabled
  );
}

type Names = ReadonlyMap<number, string>;

async function operatorNames({ operators }: ConsolePorts): Promise<Names> {
  return new Map((await operators.listOperators()).map(({ id, name }) => [id, name]));
}

function show(route: NewRoute, names: Names) {
  return { operator: names.get(route.operatorId) ?? '', ...showValues(route) };
}

function showValues(route: NewRoute) {
  const { priority, weight, buyPrice, enabled } = route;
  const price = buyPrice === null ? null : formatExact(buyPrice);
  return { ...showPlace(route), priority, weight, buyPrice: price, enabled };
}

function showPlace({ prefix, network, grade, senders, operatorId }: Place) {
  return { prefix, network, grade, senders: [...senders], operatorId };
}

/** Those of `parley route import`. */
const csvHeading = [
  'prefix',
  'operator',
  'network',
  'grade',
  'senders',
  'priority',
  'weight',
  'buy_price',
  'state',
];

function csvRow(route: NewRoute, names: Names): readonly string[] {
  const { operator, prefix, network, grade, senders, priority, weight, buyPrice, enabled } = show(
    route,
    names,
  );
  return [
    prefix,
    operator,
    network,
    grade === null ? 'any' : String(grade),
    senders.join(',') || 'any',
    String(priority),
    String(weight),
    buyPrice ?? '',
    enabled ? 'on' : 'off',
  ];
}

function inOrder(a: Route, b: Route): number {
  return compareText(a.prefix, b.prefix) || compareRoutes(a, b);
}

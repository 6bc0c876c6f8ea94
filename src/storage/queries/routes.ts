import type { Compilable } from 'kysely';
import type { Author } from '#core/author.ts';
import { readRouteReason, writeRouteReason } from '#model/route-reason.ts';
import type { Grade, NewRoute, Route, SenderKind } from '#sms/routing/route.ts';
import type { NetworkPrefix, Price, RouteChoice, RouteStore } from '#sms/routing/route-store.ts';
import { auditStep } from './audit.ts';
import type { Database, WriteStep } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { moveParts } from './moves.ts';
import { priceName } from './price-name.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const routeFields = fields(
  'route',
  'id prefix network grade senders operator_id priority weight buy_price enabled',
);
const priceNames = 'account_id prefix from_at:fromMs price';
const priceFields = fields('price', priceNames);
const priceRow = rowMaker('price', priceNames);
const choiceNames = 'recipient_id at left_operator_id operator_id reason';
const choiceFields = fields('route_choice', choiceNames);
const choiceRow = rowMaker('route_choice', choiceNames);
type RouteRow = FieldRow<'route', typeof routeFields>;

/** Rows of one statement: SQLite takes 32,766 parameters, a route has ten. */
const rowsMax = 500;

export function routeStore(database: Database): RouteStore {
  return {
    ...routes(database),
    ...prices(database),
    ...networks(database),
    ...choices(database),
    moveParts: moveParts(database),
  };
}

function routes(database: Database) {
  const { build } = database;
  const change = auditedChange(database);
  const { setting, removing } = routeChanges(database);
  return {
    async listRoutes() {
      const rows = await database.read(build.selectFrom('route').select(routeFields).orderBy('id'));
      return rows.map((row) => toRoute(row));
    },
    setRoutes: (changed, author) => change(author, 'route.set', changed, setting),
    removeRoutes: (removed, author) => change(author, 'route.removed', removed, removing),
    async changeRoutes({ set, remove }, author) {
      const steps = [
        ...stepsOf(database, author, 'route.removed', remove, removing),
        ...stepsOf(database, author, 'route.set', set, setting),
      ];
      if (steps.length > 0) await database.write([...steps, settingsChanged(database)]);
    },
  } satisfies Partial<RouteStore>;
}

function routeChanges({ build }: Database) {
  const setting: Change<NewRoute> = {
    name: (route) => `${route.prefix || anyPrefix}/${route.operatorId}`,
    write: (slice) =>
      build
        .insertInto('route')
        .values(slice.map((route) => routeRow(route)))
        .onConflict((standing) =>
          standing
            .columns(['prefix', 'network', 'grade', 'senders', 'operator_id'])
            .doUpdateSet((row) => ({
              priority: row.ref('excluded.priority'),
              weight: row.ref('excluded.weight'),
              buy_price: row.ref('excluded.buy_price'),
              enabled: row.ref('excluded.enabled'),
            })),
        ),
  };
  const removing: Change<Route> = {
    name: (route) => `${route.prefix || anyPrefix}/${route.operatorId}`,
    write: (slice) =>
      build.deleteFrom('route').where(
        'id',
        'in',
        slice.map(({ id }) => id),
      ),
  };
  return { setting, removing };
}

function prices(database: Database) {
  const { build } = database;
  const change = auditedChange(database);
  const { setting, removing } = priceChanges(database);
  return {
    listPrices: (): Promise<readonly Price[]> =>
      database.read(
        build
          .selectFrom('price')
          .select(priceFields)
          .orderBy('account_id')
          .orderBy('prefix')
          .orderBy('from_at'),
      ),
    setPrices: (changed, author) => change(author, 'price.set', changed, setting),
    removePrices: (removed, author) => change(author, 'price.removed', removed, removing),
    async changePrices({ set, remove }, author) {
      const steps = [
        ...stepsOf(database, author, 'price.removed', remove, removing),
        ...stepsOf(database, author, 'price.set', set, setting),
      ];
      if (steps.length > 0) await database.write([...steps, settingsChanged(database)]);
    },
  } satisfies Partial<RouteStore>;
}

function priceChanges({ build }: Database) {
  const setting: Change<Price> = {
    name: (price) => priceName(price.prefix || anyPrefix, price),
    write: (slice) =>
      build
        .insertInto('price')
        .values(slice.map((price) => priceRow(price)))
        .onConflict((standing) =>
          standing
            .columns(['account_id', 'prefix', 'from_at'])
            .doUpdateSet((row) => ({ price: row.ref('excluded.price') })),
        ),
  };
  const removing: Change<Price> = {
    name: (price) => priceName(price.prefix || anyPrefix, price),
    write: (slice) =>
      build
        .deleteFrom('price')
        .where((row) =>
          row.or(
            slice.map(({ accountId, prefix, fromMs }) =>
              row.and([
                row.eb('account_id', '=', accountId),
                row.eb('prefix', '=', prefix),
                row.eb('from_at', '=', fromMs),
              ]),
            ),
          ),
        ),
  };
  return { setting, removing };
}

function networks(database: Database) {
  const { build } = database;
  return {
    listNetworks: (): Promise<readonly NetworkPrefix[]> =>
      database.read(build.selectFrom('network_prefix').selectAll().orderBy('prefix')),
    async replaceNetworks(networksNow, author) {
      const inserts = inSlices(networksNow).map((slice) =>
        build.insertInto('network_prefix').values([...slice]),
      );
      const details = { prefixes: networksNow.length };
      await database.write([
        build.deleteFrom('network_prefix'),
        ...inserts,
        ...settingSteps(database, author, { action: 'network.imported', target: '', details }),
      ]);
    },
  } satisfies Partial<RouteStore>;
}

function choices(database: Database) {
  const { build } = database;
  return {
    async noteChoices(noted) {
      const inserts = inSlices(noted).map((slice) =>
        build
          .insertInto('route_choice')
          .values(
            slice.map(({ reason, ...choice }) =>
              choiceRow({ ...choice, reason: writeRouteReason(reason) }),
            ),
          )
          .onConflict((standing) => standing.doNothing()),
      );
      if (inserts.length > 0) await database.write(inserts);
    },
    async listChoices(recipientId): Promise<readonly RouteChoice[]> {
      const query = build
        .selectFrom('route_choice')
        .select(choiceFields)
        .where('recipient_id', '=', recipientId)
        .orderBy('at');
      const rows = await database.read(query);
      return rows.map((row) => ({ ...row, reason: readRouteReason(row.reason) }));
    },
  } satisfies Partial<RouteStore>;
}

type Change<Item> = {
  readonly name: (item: Item) => string;
  readonly write: (slice: readonly Item[]) => Compilable;
};

/** All of the items in one commit, with one audit row: a list that was imported is one change. */
function auditedChange(database: Database) {
  return async <Item extends object>(
    author: Author,
    action: string,
    items: readonly Item[],
    change: Change<Item>,
  ): Promise<void> => {
    const steps = stepsOf(database, author, action, items, change);
    if (steps.length > 0) await database.write([...steps, settingsChanged(database)]);
  };
}

/** Of many rows that are changed together, as an import does. */
const namedMax = 3;
/** How the audit names the prefix of all numbers. */
const anyPrefix = '*';

/** None where there is nothing to change. */
function stepsOf<Item extends object>(
  database: Database,
  author: Author,
  action: string,
  items: readonly Item[],
  { name, write }: Change<Item>,
): readonly WriteStep[] {
  const [first] = items;
  if (first === undefined) return [];
  const named = items.slice(0, namedMax).map((item) => name(item));
  const more = items.length > namedMax ? ['…'] : [];
  const target = [...named, ...more].join(', ');
  const audited = { action, target, details: items.length === 1 ? first : { rows: items.length } };
  return [...inSlices(items).map((slice) => write(slice)), auditStep(database, author, audited)];
}

function inSlices<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const slices: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += rowsMax) {
    slices.push(items.slice(start, start + rowsMax));
  }
  return slices;
}

const madeRow = rowMaker(
  'route',
  'prefix network grade senders operator_id priority weight buy_price enabled',
);

function routeRow(route: NewRoute) {
  const senders = route.senders.toSorted().join(' ');
  return madeRow({ ...route, grade: route.grade ?? 0, senders });
}

function toRoute(row: RouteRow): Route {
  return {
    ...row,
    grade: row.grade === 0 ? null : (row.grade as Grade),
    senders: row.senders === '' ? [] : (row.senders.split(' ') as SenderKind[]),
    enabled: row.enabled === 1,
  };
}

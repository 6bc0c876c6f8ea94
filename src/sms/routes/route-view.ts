/** Routes as every door shows and names them. */
import { z } from 'zod';
import { costInput, prefixInput } from '#core/common-inputs.ts';
import { formatTable } from '#core/csv-text.ts';
import { textOf } from '#core/input-form.ts';
import { formatExact } from '#core/money.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import { operatorName } from '#sms/operators/operator-settings.ts';
import { compareRoutes } from '#sms/routing/choose-route.ts';
import {
  type Grade,
  type NewRoute,
  type Route,
  type SenderKind,
  senderKinds,
} from '#sms/routing/route.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import { routeForms } from './words.ts';

export type RoutePorts = {
  readonly operators: Pick<OperatorStore, 'listOperators'> &
    Pick<
      RouteStore,
      'listRoutes' | 'setRoutes' | 'removeRoutes' | 'changeRoutes' | 'listPrices' | 'setPrices'
    >;
};

/** Any kind of sender is an empty list. */
const sendersInput = textOf<readonly SenderKind[]>(
  {
    read(text) {
      if (text === 'any') return [];
      const words = text.split(/[\s,]+/);
      const kinds = senderKinds.filter((kind) => words.includes(kind));
      return kinds.length === words.length ? kinds.toSorted() : undefined;
    },
  },
  routeForms.senders,
);

/** Null: either. */
export const gradeInput = textOf<Grade | null>(
  {
    read(text) {
      if (text === 'any') return null;
      return text === '1' || text === '2' ? (Number(text) as Grade) : undefined;
    },
  },
  routeForms.grade,
);

/** ITU-T E.212: three digits of the country, two or three of the network. */
export const networkKind = { read: (text: string) => (/^\d{5,6}$/.test(text) ? text : undefined) };

/** What sets routes apart. */
export const placeShape = {
  prefix: prefixInput,
  operator: operatorName,
  network: textOf(networkKind, routeForms.network, { orNone: true }),
  grade: gradeInput,
  senders: sendersInput,
};

const share = z.int().min(1).max(1_000);
export const valueShape = { priority: share, weight: share, buyPrice: costInput.nullable() };

export const routeView = z.object({
  prefix: z.string(),
  operator: z.string(),
  /** MCC and MNC; null: all networks. */
  network: z.string().nullable(),
  grade: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** None: any. */
  senders: z.array(z.enum(senderKinds)),
  priority: z.int(),
  weight: z.int(),
  buyPrice: z.string().nullable().meta({ description: 'Exact, such as "0.049".' }),
  enabled: z.boolean(),
});

export type RouteView = z.output<typeof routeView>;

type Names = ReadonlyMap<number, string>;

export async function operatorNames({
  operators,
}: {
  readonly operators: Pick<OperatorStore, 'listOperators'>;
}): Promise<Names> {
  return new Map((await operators.listOperators()).map(({ id, name }) => [id, name]));
}

export function viewRoute(route: NewRoute, names: Names): RouteView {
  return {
    ...route,
    operator: names.get(route.operatorId) ?? '',
    network: route.network === '' ? null : route.network,
    senders: [...route.senders],
    buyPrice: route.buyPrice === null ? null : formatExact(route.buyPrice),
  };
}

/** In the order in which they are tried. */
export async function listInOrder({ operators }: RoutePorts): Promise<readonly Route[]> {
  const listed = await operators.listRoutes();
  return listed.toSorted((a, b) => compareText(a.prefix, b.prefix) || compareRoutes(a, b));
}

type Place = Pick<NewRoute, 'prefix' | 'network' | 'grade' | 'senders' | 'operatorId'>;

export function keyOf({ prefix, network, grade, senders, operatorId }: Place): string {
  return [prefix, network, grade ?? 0, senders.toSorted().join(), operatorId].join(' ');
}

/** What `route import` reads; those to remove say so in their state. */
export function routeTable(
  listed: readonly NewRoute[],
  names: Names,
  removed: readonly NewRoute[] = [],
): string {
  return formatTable([
    'prefix,operator,network,grade,senders,priority,weight,buy_price,state'.split(','),
    ...listed.map((route) => rowOf(viewRoute(route, names), route.enabled ? 'on' : 'off')),
    ...removed.map((route) => rowOf(viewRoute(route, names), 'removed')),
  ]);
}

function rowOf(view: RouteView, state: string): readonly string[] {
  const { prefix, operator, network, grade, senders, priority, weight, buyPrice } = view;
  const values = [String(priority), String(weight), buyPrice ?? '', state];
  return [
    prefix,
    operator,
    network ?? '',
    String(grade ?? 'any'),
    senders.join(',') || 'any',
    ...values,
  ];
}

/** The order of texts by their code units, the same on every machine and in every language. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

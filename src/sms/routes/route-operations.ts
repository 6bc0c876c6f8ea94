/** `route list`, `route export`, `route set` and `route remove`. */
import { z } from 'zod';
import { costInput } from '#core/common-inputs.ts';
import { operation, Refusal, refuse } from '#core/operation.ts';
import { findOperator } from '#sms/operators/operator-view.ts';
import { type NewRoute, type Route, routeDefaults } from '#sms/routing/route.ts';
import {
  keyOf,
  listInOrder,
  operatorNames,
  placeShape,
  type RoutePorts,
  routeTable,
  routeView,
  valueShape,
  viewRoute,
} from './route-view.ts';

export const changes = ['route list', 'route export', 'operator list'];

export const listRoutes = operation({
  name: 'route list',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ routes: z.array(routeView) }),
  async run(ports: RoutePorts) {
    const names = await operatorNames(ports);
    return { routes: (await listInOrder(ports)).map((route) => viewRoute(route, names)) };
  },
});

export const exportRoutes = operation({
  name: 'route export',
  does: 'reads',
  needs: 'administrator',
  output: z.object({ table: z.string() }),
  run: async (ports: RoutePorts) => ({
    table: routeTable(await listInOrder(ports), await operatorNames(ports)),
  }),
});

export const setRoute = operation({
  name: 'route set',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes: [...changes, 'price list'],
  input: z.strictObject({
    ...z.object({ ...placeShape, ...valueShape, price: costInput }).partial().shape,
    prefix: placeShape.prefix,
    operator: placeShape.operator,
    state: z.enum(['on', 'off']).optional(),
  }),
  output: routeView.extend({
    /** False: no price fits its numbers, so nothing is accepted. */
    isPriced: z.boolean(),
    /** The table that has it as it was. */
    undo: z.string(),
  }),
  refusals: ['operator is unknown', 'operator takes no routes'],
  async run(ports: RoutePorts, { operator: name, price, state, ...given }, author) {
    const operator = await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    if (operator.builtIn) {
      return refuse('operator takes no routes', { field: 'operator', params: { operator: name } });
    }
    const { prefix } = given;
    // The price first: a route without one would let nothing through.
    if (price !== undefined) {
      await ports.operators.setPrices([{ accountId: 0, prefix, fromMs: 0, price }], author);
    }
    const enabled = state && state === 'on';
    const wish = { ...given, operatorId: operator.id, enabled };
    const { route, before } = merge(await ports.operators.listRoutes(), wish);
    await ports.operators.setRoutes([route], author);
    const prices = await ports.operators.listPrices();
    const names = await operatorNames(ports);
    return {
      ...viewRoute(route, names),
      isPriced: prices.some((one) => prefix.startsWith(one.prefix)),
      undo: routeTable(before ? [before] : [], names, before ? [] : [route]),
    };
  },
});

type Given = {
  readonly [Name in keyof NewRoute]?: NewRoute[Name] | undefined;
} & Pick<NewRoute, 'prefix' | 'operatorId'>;

/** What is not said stays as it was, or has its default. */
function merge(routes: readonly Route[], given: Given) {
  const { prefix, operatorId, network = '', grade = null, senders = [] } = given;
  const place = { prefix, operatorId, network, grade, senders };
  const before = routes.find((route) => keyOf(route) === keyOf(place));
  const values = before ?? routeDefaults;
  const route: NewRoute = {
    ...place,
    priority: given.priority ?? values.priority,
    weight: given.weight ?? values.weight,
    buyPrice: given.buyPrice === undefined ? values.buyPrice : given.buyPrice,
    enabled: given.enabled ?? values.enabled,
  };
  return { route, before };
}

export const removeRoutes = operation({
  name: 'route remove',
  does: 'writes',
  needs: 'administrator',
  fresh: true,
  changes,
  input: z.strictObject({ ...z.object(placeShape).partial().shape, prefix: placeShape.prefix }),
  output: z.object({ removed: z.string(), routes: z.int(), undo: z.string() }),
  refusals: ['operator is unknown', 'route is unknown'],
  async run(ports: RoutePorts, { operator: name, ...place }, author) {
    const operator = name === undefined ? undefined : await findOperator(name, ports);
    if (operator instanceof Refusal) return operator;
    const { prefix, network, grade, senders } = place;
    const found = (await ports.operators.listRoutes()).filter(
      (route) =>
        route.prefix === prefix &&
        (operator === undefined || route.operatorId === operator.id) &&
        (network === undefined || route.network === network) &&
        (grade === undefined || route.grade === grade) &&
        (senders === undefined || route.senders.toSorted().join() === senders.join()),
    );
    if (found.length === 0)
      return refuse('route is unknown', { field: 'prefix', params: { prefix } });
    await ports.operators.removeRoutes(found, author);
    const undo = routeTable(found, await operatorNames(ports));
    return { removed: prefix, routes: found.length, undo };
  },
});

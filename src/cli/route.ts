/** `parley route …`: which operators take live messages, and in which order. */

import { Refusal } from '#core/operation.ts';
import { oneOf } from '#core/value-kind.ts';
import { operatorNameKind } from '#sms/operators/operator-settings.ts';
import { findOperator } from '#sms/operators/operator-view.ts';
import { type NewRoute, type Route, routeDefaults } from '#sms/routing/route.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { refused } from './operations/operation-command.ts';
import { maybe, needed } from './option.ts';
import { routeExplain } from './route-explain.ts';
import { routeImport } from './route-import.ts';
import { grade, priority, senders, weight } from './route-kinds.ts';
import { prefixText, routeJson, routesText } from './route-view.ts';
import { amountNotNegative, network, prefix } from './written-values.ts';

const routeSet = command({
  name: 'route set',
  sentence:
    'Leads live messages to an operator. The longest prefix counts, then network, priority, price, weight.',
  takes: {},
  options: {
    prefix: needed(prefix, 'DIGITS', 'What numbers begin with, such as 33; "" is all numbers.'),
    operator: needed(operatorNameKind, 'NAME', 'Where they go.'),
    network: maybe(network, 'MCCMNC', 'Only numbers of this network, such as 20801.'),
    grade: maybe(grade, 'GRADE', '1, 2 or any: the gamme that it serves.'),
    senders: maybe(senders, 'KINDS', 'any, or some of none,word,long,short.'),
    priority: maybe(priority, 'NUMBER', '1 goes first. Default: as it was, or 1.'),
    weight: maybe(weight, 'NUMBER', 'Its share among equals. Default: as it was, or 1.'),
    buyPrice: maybe(amountNotNegative, 'AMOUNT', 'What the operator takes for a part.'),
    state: maybe(oneOf('on', 'off'), 'STATE', 'on or off.'),
    price: maybe(amountNotNegative, 'AMOUNT', 'What a part costs customers. Default: as it was.'),
  },
  async run({ operator: name, price, state, ...given }, { clock, open }) {
    await using installation = await open();
    const { routes } = installation.storage;
    const operator = await findOperator(name, installation.storage);
    if (operator instanceof Refusal) return refused(operator, 'operator');
    if (operator.builtIn) {
      return failed(`${name} is built in: test messages go there without a route, live ones never`);
    }
    const author = authorNow(clock);
    const { prefix: digits } = given;
    // The price first: a route without one would let nothing through.
    if (price !== undefined) {
      await routes.setPrices([{ accountId: 0, prefix: digits, fromMs: 0, price }], author);
    }
    const route = merge(await routes.listRoutes(), {
      ...given,
      operatorId: operator.id,
      enabled: state && state === 'on',
    });
    await routes.setRoutes([route], author);
    const prices = await routes.listPrices();
    const warnings = prices.some(({ prefix: priced }) => digits.startsWith(priced))
      ? []
      : [`no price fits ${prefixText(digits)}, so nothing is accepted yet: give a --price`];
    return done(
      `Live messages to ${prefixText(digits)} ${route.enabled ? 'go' : 'no longer go'} to ${name}.\n`,
      routeJson(route, name),
      warnings,
    );
  },
});

type Given = {
  readonly [Name in keyof NewRoute]?: NewRoute[Name] | undefined;
} & Pick<NewRoute, 'prefix' | 'operatorId'>;

/** What is not said stays as it was, or has its default. */
function merge(routes: readonly Route[], given: Given): NewRoute {
  const { network: of = '', grade: wanted = null, senders: kinds = [] } = given;
  const standing = routes.find(
    (route) =>
      route.prefix === given.prefix &&
      route.operatorId === given.operatorId &&
      route.network === of &&
      route.grade === wanted &&
      route.senders.join() === kinds.toSorted().join(),
  );
  const before = standing ?? routeDefaults;
  return {
    prefix: given.prefix,
    operatorId: given.operatorId,
    network: of,
    grade: wanted,
    senders: kinds,
    priority: given.priority ?? before.priority,
    weight: given.weight ?? before.weight,
    buyPrice: given.buyPrice ?? before.buyPrice,
    enabled: given.enabled ?? before.enabled,
  };
}

const routeList = command({
  name: 'route list',
  sentence: 'Lists routes in the order in which they are tried.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const { operators, routes } = installation.storage;
    const names = new Map((await operators.listOperators()).map(({ id, name }) => [id, name]));
    const listed = await routes.listRoutes();
    const nameOf = ({ operatorId }: Route): string => names.get(operatorId) ?? '';
    return done(routesText(listed, nameOf), {
      routes: listed.map((route) => routeJson(route, nameOf(route))),
    });
  },
});

const routeRemove = command({
  name: 'route remove',
  sentence: 'Removes the routes of a prefix; prices stay.',
  takes: {},
  options: {
    prefix: needed(prefix, 'DIGITS', 'Whose; "" is the route of all numbers.'),
    operator: maybe(operatorNameKind, 'NAME', 'Only those to this operator.'),
  },
  async run({ prefix: digits, operator: name }, { clock, open }) {
    await using installation = await open();
    const { routes } = installation.storage;
    const operator =
      name === undefined ? undefined : await findOperator(name, installation.storage);
    if (operator instanceof Refusal) return refused(operator, 'operator');
    const found = (await routes.listRoutes()).filter(
      (route) =>
        route.prefix === digits && (operator === undefined || route.operatorId === operator.id),
    );
    if (found.length === 0) return failed(`There is no route of ${prefixText(digits)}`);
    await routes.removeRoutes(found, authorNow(clock));
    const told = found.length === 1 ? 'The route' : `${found.length} routes`;
    return done(
      `${told} of ${prefixText(digits)} ${found.length === 1 ? 'is' : 'are'} removed.\n`,
      {
        removed: digits,
        routes: found.length,
      },
    );
  },
});

export const routeCommands = [routeSet, routeList, routeRemove, routeImport, routeExplain];

/** `parley route …`: which operator takes live messages, and what a part costs. */
import { formatExact, toNumber } from '#core/money.ts';
import type { Price, Route } from '#sms/operator-store.ts';
import { command, done, failed } from './command.ts';
import { findOperator, noOperator } from './operator.ts';
import { maybe, needed } from './option.ts';
import { table } from './text-table.ts';
import { amountNotNegative, operatorName, prefix } from './written-values.ts';

const routeSet = command({
  name: 'route set',
  sentence: 'Leads live messages to an operator; of several prefixes that fit the longest counts.',
  takes: {},
  options: {
    prefix: needed(prefix, 'DIGITS', 'What numbers begin with, such as 33; "" is all numbers.'),
    operator: needed(operatorName, 'NAME', 'Where they go.'),
    price: maybe(amountNotNegative, 'AMOUNT', 'What a part costs. Default: as it was.'),
  },
  async run({ prefix: digits, operator: name, price }, { open }) {
    await using installation = await open();
    const { operators } = installation.storage;
    const operator = await findOperator(name, installation.storage);
    if (operator === undefined) return noOperator(name);
    if (operator.builtIn) {
      return failed(`${name} is built in: test messages go there without a route, live ones never`);
    }
    // The price first: a route without one would let nothing through.
    if (price !== undefined) await operators.setPrice({ prefix: digits, price });
    await operators.setRoute({ prefix: digits, operatorId: operator.id });
    const prices = await operators.listPrices();
    const warnings = hasPrice(digits, prices)
      ? []
      : [`no price fits ${prefixText(digits)}, so nothing is accepted yet: give a --price`];
    return done(
      `Live messages to ${prefixText(digits)} go to ${name}.\n`,
      { prefix: digits, operator: name, ...(price !== undefined && { price: toNumber(price) }) },
      warnings,
    );
  },
});

const routeList = command({
  name: 'route list',
  sentence: 'Lists routes and prices by prefix.',
  takes: {},
  options: {},
  async run(_values, { open }) {
    await using installation = await open();
    const { operators } = installation.storage;
    const names = new Map((await operators.listOperators()).map(({ id, name }) => [id, name]));
    const rows = mergeByPrefix(await operators.listRoutes(), await operators.listPrices());
    const routes = rows.map(({ prefix: digits, route, price }) => ({
      prefix: digits,
      operator: route === undefined ? null : (names.get(route.operatorId) ?? null),
      price: price === undefined ? null : price.price,
    }));
    const text = table(
      ['prefix', 'operator', 'price'],
      routes.map(({ prefix: digits, operator, price }) => [
        prefixText(digits),
        operator ?? '-',
        price === null ? '-' : formatExact(price),
      ]),
    );
    const json = routes.map((row) => ({ ...row, price: row.price && toNumber(row.price) }));
    return done(text, { routes: json });
  },
});

const routeRemove = command({
  name: 'route remove',
  sentence: 'Removes a route; its price stays.',
  takes: {},
  options: { prefix: needed(prefix, 'DIGITS', 'Whose; "" is the route of all numbers.') },
  async run({ prefix: digits }, { open }) {
    await using installation = await open();
    return (await installation.storage.operators.removeRoute(digits))
      ? done(`The route of ${prefixText(digits)} is removed.\n`, { removed: digits })
      : failed(`There is no route of ${prefixText(digits)}`);
  },
});

type PrefixRow = {
  readonly prefix: string;
  readonly route: Route | undefined;
  readonly price: Price | undefined;
};

function mergeByPrefix(routes: readonly Route[], prices: readonly Price[]): PrefixRow[] {
  const routeOf = new Map(routes.map((route) => [route.prefix, route]));
  const priceOf = new Map(prices.map((price) => [price.prefix, price]));
  return [...new Set([...routeOf.keys(), ...priceOf.keys()])]
    .toSorted()
    .map((digits) => ({ prefix: digits, route: routeOf.get(digits), price: priceOf.get(digits) }));
}

/** Whether every number that the route takes has a price; longer prices do not count. */
function hasPrice(digits: string, prices: readonly Price[]): boolean {
  return prices.some((price) => digits.startsWith(price.prefix));
}

function prefixText(digits: string): string {
  return digits === '' ? 'all numbers' : `+${digits}`;
}

export const routeCommands = [routeSet, routeList, routeRemove];

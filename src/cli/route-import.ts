/** `parley route import`: many routes from a spreadsheet, all of them or none. */

import { findTwice } from '#core/csv-table.ts';
import { oneOf, type ValueKind } from '#core/value-kind.ts';
import type { Operator } from '#sms/operator.ts';
import { type NewRoute, routeDefaults } from '#sms/routing/route.ts';
import { importMax } from '#sms/routing/route-store.ts';
import { authorNow } from './author.ts';
import { command, done, failed } from './command.ts';
import { needed } from './option.ts';
import { grade, priority, senders, weight } from './route-kinds.ts';
import { prefixText } from './route-view.ts';
import { readTable } from './table-file.ts';
import { amountNotNegative, filePath, network, prefix } from './written-values.ts';

export const routeImport = command({
  name: 'route import',
  sentence:
    'Sets routes from a CSV file with a heading: prefix, operator, and any of network, grade, senders, priority, weight, buy_price, state.',
  takes: { file: needed(filePath, 'FILE', 'The table; routes that it does not name stay.') },
  options: {},
  async run({ file: path }, { clock, open }) {
    await using installation = await open();
    const { operators, routes } = installation.storage;
    const reading = await readTable(path, columns(await operators.listOperators()), importMax);
    if (!reading.ok) return failed(reading.problem);
    const read = reading.rows.map(
      ({ operator, buy_price, state, ...row }): NewRoute => ({
        ...row,
        operatorId: operator.id,
        buyPrice: buy_price,
        enabled: state === 'on',
      }),
    );
    const twice = findTwice(
      read,
      ({ prefix: digits, network: of, grade: each, senders: kinds, operatorId }) =>
        [digits, of, each, kinds.join(), operatorId].join(' '),
    );
    if (twice !== undefined) {
      return failed(
        `${prefixText(twice.prefix)} stands there twice with all that sets routes apart`,
      );
    }
    await routes.setRoutes(read, authorNow(clock));
    return done(`${read.length} routes are set.\n`, { routes: read.length });
  },
});

function columns(operators: readonly Operator[]) {
  return {
    prefix: { kind: prefix },
    operator: { kind: operatorOf(operators) },
    network: { kind: network, otherwise: routeDefaults.network as string },
    grade: { kind: grade, otherwise: routeDefaults.grade },
    senders: { kind: senders, otherwise: [] },
    priority: { kind: priority, otherwise: routeDefaults.priority as number },
    weight: { kind: weight, otherwise: routeDefaults.weight as number },
    buy_price: { kind: amountNotNegative, otherwise: routeDefaults.buyPrice },
    state: { kind: oneOf('on', 'off'), otherwise: 'on' as const },
  };
}

function operatorOf(operators: readonly Operator[]): ValueKind<Operator> {
  const live = operators.filter(({ builtIn }) => !builtIn);
  return {
    form: 'the name of an operator that is there and not built in',
    read: (text) => live.find(({ name }) => name === text),
  };
}

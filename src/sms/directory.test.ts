import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { aPrice, aRoute } from '#test/harness/routes.ts';
import { anOperator } from '#test/harness/sms-world.ts';
import { Directory, fineCondition } from './directory.ts';
import { type Operator, operatorDefaults } from './operator.ts';
import type { Route } from './routing/route.ts';
import type { Price } from './routing/route-store.ts';

const live: Operator = { ...anOperator('one', false, {}), id: 1 };
const second: Operator = { ...anOperator('two', false, {}), id: 2 };
const builtIn: Operator = { ...anOperator('simulator', true, {}), id: 3 };

function payer(id: number, parentId: number | null = null) {
  return { id, parentId };
}

function read(
  routes: readonly Route[],
  prices: readonly Price[] = [],
  operators: readonly Operator[] = [live, second, builtIn],
): Promise<Directory> {
  return Directory.read({
    operators: {
      listOperators: async () => operators,
      listRoutes: async () => routes,
      listPrices: async () => prices,
      listNetworks: async () => [],
    },
  });
}

function operatorFor(directory: Directory, digits: string): number | undefined {
  const wish = { phone: phone(digits), sender: '', grade: undefined, urgent: false };
  const ports = { conditionOf: () => fineCondition, random: () => 0 };
  return directory.chooseRoute(wish, ports)?.operator.id;
}

suite('the way of a live message', () => {
  test('is the route with the longest prefix', async () => {
    const directory = await read([
      aRoute({ prefix: '', operatorId: 1 }),
      aRoute({ prefix: '33', operatorId: 2 }),
      aRoute({ prefix: '336123', operatorId: 1 }),
    ]);
    const chosen = ['491711234567', '33712345678', '33612345678'].map((digits) =>
      operatorFor(directory, digits),
    );
    assert.deepEqual(chosen, [1, 2, 1]);
  });

  test('is none where no route begins like the number, or its operator is gone', async () => {
    const directory = await read([
      aRoute({ prefix: '44', operatorId: 1 }),
      aRoute({ prefix: '33', operatorId: 9 }),
    ]);
    assert.equal(operatorFor(directory, '491711234567'), undefined);
    assert.equal(operatorFor(directory, '33612345678'), undefined);
  });

  test('never leads to the built-in operator', async () => {
    const directory = await read([aRoute({ prefix: '', operatorId: 3 })]);
    assert.equal(operatorFor(directory, '33612345678'), undefined);
  });
});

suite('the price list', () => {
  const french = '33612345678';

  test('has a price for the longest prefix, and none for what it does not name', async () => {
    const prices = [aPrice('33', 38_000), aPrice('336', 40_000), aPrice('336123456789012', 1)];
    const directory = await read([], prices);
    const priceOf = (digits: string) => directory.priceOf(digits, payer(1), atMs);
    assert.equal(priceOf('33512345678'), 38_000);
    assert.equal(priceOf(french), 40_000);
    assert.equal(priceOf('336123456789012'), 1);
    assert.equal(priceOf('33'), 38_000);
    assert.equal(priceOf('491711234567'), undefined);
  });

  test('may have a price for the whole world', async () => {
    const directory = await read([], [aPrice('', 90_000)]);
    assert.equal(directory.priceOf('491711234567', payer(1), atMs), 90_000);
  });

  test('has prices of single accounts, which go before common ones of no longer prefix', async () => {
    const directory = await read(
      [],
      [
        aPrice('33', 38_000),
        aPrice('3389', 500_000),
        aPrice('33', 30_000, { accountId: 7 }),
        aPrice('49', 60_000, { accountId: 7 }),
      ],
    );
    assert.equal(directory.priceOf(french, payer(7), atMs), 30_000);
    assert.equal(directory.priceOf(french, payer(8), atMs), 38_000);
    assert.equal(directory.priceOf('33891234567', payer(7), atMs), 500_000);
    assert.equal(directory.priceOf('491711234567', payer(7), atMs), 60_000);
    assert.equal(directory.priceOf('491711234567', payer(8), atMs), undefined);
    assert.equal(directory.priceOf('491711234567', payer(8, 7), atMs), 60_000);
  });

  test('changes on the day that a price says', async () => {
    const directory = await read(
      [],
      [
        aPrice('33', 38_000),
        aPrice('33', 41_000, { fromMs: atMs }),
        aPrice('336', 44_000, { fromMs: atMs + 1_000 }),
      ],
    );
    const priceAt = (at: number) => directory.priceOf(french, payer(1), at);
    assert.equal(priceAt(atMs - 1), 38_000);
    assert.equal(priceAt(atMs), 41_000);
    assert.equal(priceAt(atMs + 1_000), 44_000);
  });
});

test('an operator stored before a setting existed has its default', async () => {
  const { window: _, ...older } = live.settings;
  const stored = { ...live, settings: older as Operator['settings'] };
  const directory = await read([], [], [stored]);
  const operator = must(directory.operators[0], 'operator');
  assert.deepEqual(operator.settings, { ...operatorDefaults, ...older });
});

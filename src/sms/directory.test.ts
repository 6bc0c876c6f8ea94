import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { money, phone } from '#test/harness/records.ts';
import { anOperator } from '#test/harness/sms-world.ts';
import { Directory } from './directory.ts';
import { type Operator, operatorDefaults } from './operator.ts';
import type { Price, Route } from './operator-store.ts';

const live: Operator = { ...anOperator('one', false, {}), id: 1 };
const second: Operator = { ...anOperator('two', false, {}), id: 2 };
const builtIn: Operator = { ...anOperator('simulator', true, {}), id: 3 };

function read(
  routes: readonly Route[],
  prices: readonly Price[] = [],
  operators: readonly Operator[] = [live, second, builtIn],
): Promise<Directory> {
  return Directory.read({
    listOperators: async () => operators,
    listRoutes: async () => routes,
    listPrices: async () => prices,
  });
}

suite('the way of a message', () => {
  test('is the route with the longest prefix', async () => {
    const directory = await read([
      { prefix: '', operatorId: 1 },
      { prefix: '33', operatorId: 2 },
      { prefix: '336123', operatorId: 1 },
    ]);
    const chosen = ['491711234567', '33712345678', '33612345678'].map(
      (digits) => directory.operatorFor(phone(digits), false)?.id,
    );
    assert.deepEqual(chosen, [1, 2, 1]);
  });

  test('is none where no route begins like the number, or its operator is gone', async () => {
    const directory = await read([
      { prefix: '44', operatorId: 1 },
      { prefix: '33', operatorId: 9 },
    ]);
    assert.equal(directory.operatorFor(phone('491711234567'), false), undefined);
    assert.equal(directory.operatorFor(phone('33612345678'), false), undefined);
  });

  test('of a test message leads to the built-in operator whatever the routes say', async () => {
    const directory = await read([{ prefix: '', operatorId: 1 }]);
    assert.equal(directory.operatorFor(phone('33612345678'), true)?.id, 3);
  });

  test('of a live message never leads to the built-in operator', async () => {
    const directory = await read([{ prefix: '', operatorId: 3 }]);
    assert.equal(directory.operatorFor(phone('33612345678'), false), undefined);
  });

  test('of a test message leads nowhere without the built-in operator', async () => {
    const directory = await read([{ prefix: '', operatorId: 1 }], [], [live]);
    assert.equal(directory.operatorFor(phone('33612345678'), true), undefined);
  });
});

suite('the price list', () => {
  test('has a price for the longest prefix, and none for what it does not name', async () => {
    const directory = await read(
      [],
      [
        { prefix: '33', price: money(38_000) },
        { prefix: '336', price: money(40_000) },
        { prefix: '336123456789012', price: money(1) },
      ],
    );
    assert.equal(directory.priceOf('33512345678'), 38_000);
    assert.equal(directory.priceOf('33612345678'), 40_000);
    assert.equal(directory.priceOf('336123456789012'), 1);
    assert.equal(directory.priceOf('33'), 38_000);
    assert.equal(directory.priceOf('491711234567'), undefined);
  });

  test('may have a price for the whole world', async () => {
    const directory = await read([], [{ prefix: '', price: money(90_000) }]);
    assert.equal(directory.priceOf('491711234567'), 90_000);
  });
});

test('an operator stored before a setting existed has its default', async () => {
  const { window: _, ...older } = live.settings;
  const stored = { ...live, settings: older as Operator['settings'] };
  const directory = await read([], [], [stored]);
  const operator = must(directory.operators[0], 'operator');
  assert.deepEqual(operator.settings, { ...operatorDefaults, ...older });
});

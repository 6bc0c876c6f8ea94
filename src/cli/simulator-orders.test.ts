import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { performOrder } from '#simulator/orders.ts';
import { openCommandLine } from '#test/harness/command-line.ts';

/** What the operator is told, order by order. */
async function ordered(...commands: readonly (readonly string[])[]): Promise<unknown[]> {
  await using cli = await openCommandLine();
  for (const words of commands) await cli.read('simulator', ...words);
  await using installation = await cli.open();
  const told: unknown[] = [];
  for (const order of await installation.storage.simulator.takeOrders(100)) {
    await performOrder(order, {
      deliver: async (message) => void told.push(message),
      fail: async (fault, forMs) => void told.push({ fault, forMs }),
      moveClock: async (byMs) => void told.push({ byMs }),
      readSwitches: async () => void told.push('read switches'),
    });
  }
  assert.deepEqual(await installation.storage.simulator.takeOrders(100), []);
  return told;
}

const route = ['--from', '+33639980001', '--to', '36180'];
const whole = { from: '33639980001', to: '36180', form: 'udh8', partsLost: 0, shuffled: false };

suite('parley simulator', () => {
  test('reply writes in the alphabet that holds the text, or in the one asked for', async () => {
    const [euro, cedilla, latin, octets] = await ordered(
      ['reply', ...route, '--text', '5 €'],
      ['reply', ...route, '--text', 'ça'],
      ['reply', ...route, '--text', 'ça', '--encoding', 'latin1'],
      ['reply', ...route, '--text', 'abc', '--binary'],
    );
    assert.deepEqual(euro, { ...whole, octets: '35201b65', dataCoding: 0 });
    assert.deepEqual(cedilla, { ...whole, octets: '00e70061', dataCoding: 8 });
    assert.deepEqual(latin, { ...whole, octets: 'e761', dataCoding: 3 });
    assert.deepEqual(octets, { ...whole, octets: '616263', dataCoding: 4 });
  });

  test('reply loses and shuffles parts; stop and long need no text', async () => {
    const more = ['--form', 'udh16', '--parts-lost', '1', '--shuffle'];
    const [reply, stop, long] = await ordered(
      ['reply', ...route, '--text', 'a', ...more],
      ['stop', ...route],
      ['long', ...route],
    );
    const changed = { form: 'udh16', partsLost: 1, shuffled: true };
    assert.deepEqual(reply, { ...whole, octets: '61', dataCoding: 0, ...changed });
    assert.deepEqual(stop, { ...whole, octets: '53544f50', dataCoding: 0 });
    assert.ok((long as { octets: string }).octets.length > 2 * 2 * 153);
  });

  test('time moves what waits of an account that is there, by a year at most', async () => {
    await using cli = await openCommandLine();
    await cli.addBuiltInOperator();
    const owner = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
    const { account } = await cli.read('account', 'create', ...owner);
    const { id } = account as { readonly id: number };
    const type = (...words: readonly string[]) => cli.type('simulator', 'time', ...words);
    const moved = await cli.read('simulator', 'time', '--by', '3d', '--account', `${id}`);
    assert.deepEqual(moved, { account: id, byMs: 259_200_000, parts: 0, isCut: false });
    assert.match((await type('--by', '1h', '--account', '99')).err, /Account 99 does not exist/);
    assert.equal((await type('--by', '367d', '--account', `${id}`)).code, 2);
    assert.equal((await type('--by', '1h')).code, 2);
  });

  test('fault and clock take times', async () => {
    const told = await ordered(
      ['fault', '--set', 'down', '--for', '5m'],
      ['fault', '--set', 'none'],
      ['clock', '3d'],
    );
    assert.deepEqual(told, [
      { fault: 'down', forMs: 300_000 },
      { fault: 'none', forMs: 60_000 },
      { byMs: 259_200_000 },
    ]);
    await using cli = await openCommandLine();
    assert.match((await cli.type('simulator', 'clock', 'soon')).err, /must be a time such as 30s/);
    assert.equal((await cli.type('simulator', 'fault', '--set', 'fire')).code, 2);
    const gsm = ['--text', '😀', '--encoding', 'gsm'];
    assert.match((await cli.type('simulator', 'reply', ...route, ...gsm)).err, /gsm has not/);
  });
});

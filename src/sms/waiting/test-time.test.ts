/** Which messages the time of an account's tests moves. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { aPrice } from '#test/harness/routes.ts';
import { aKey, openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';
import { moveTestTime } from './test-time.ts';

const hourMs = 3_600_000;
const author = { actor: 'ada', atMs };
const inFiveHours = { scheduledAtMs: atMs + 5 * hourMs };

function move({ storage, account }: SmsWorld, hours: number, accountId = account.id) {
  return moveTestTime({ accountId, byMs: hours * hourMs }, storage, author);
}

/** In how many hours each part that waits is due, in the order of their lanes. */
async function dueIn({ storage }: SmsWorld): Promise<readonly number[]> {
  const due: number[] = [];
  for (const lane of await storage.jobs.partLanes()) {
    const slice = await storage.jobs.waitingSlice(lane, { dueAtMs: 0, jobId: 0 }, 1_000);
    due.push(...slice.map(({ dueAtMs }) => (dueAtMs - atMs) / hourMs));
  }
  return due;
}

function testing({ account }: SmsWorld) {
  return { caller: { account, key: aKey('test') }, ...inFiveHours };
}

suite('the time of test messages', () => {
  test('moves those that wait with the built-in operator, in as many commits as it takes', async () => {
    await using world = await openSmsWorld();
    await world.storage.operators.setPrices([aPrice('336', 1)], author);
    await world.readDirectory();
    const phones = Array.from({ length: 300 }, (_, index) => phone(`${33_612_345_000 + index}`));
    for (let n = 0; n < 4; n += 1) await world.sent({ ...testing(world), phones });
    assert.deepEqual(await move(world, 2), { parts: 1_200, isCut: false });
    assert.deepEqual(new Set(await dueIn(world)), new Set([3]));
    assert.deepEqual(await move(world, 24), { parts: 1_200, isCut: false });
    assert.deepEqual(new Set(await dueIn(world)), new Set([0]));
    const { records: rows } = await world.storage.audit.auditRecords({
      accountId: world.account.id,
      beforeId: 1e15,
      limit: 10,
    });
    assert.equal(rows.filter(({ action }) => action === 'simulator.time').length, 4);
  });

  test('leaves live messages, also where the built-in operator takes them', async () => {
    await using world = await openSmsWorld();
    const { operators } = world.storage;
    await world.sent(inFiveHours);
    const builtIn = (await operators.listOperators()).find((operator) => operator.builtIn);
    const [route] = await operators.listRoutes();
    const { id: operatorId } = must(builtIn, 'built-in operator');
    await operators.setRoutes([{ ...must(route, 'route'), prefix: '33', operatorId }], author);
    await world.readDirectory();
    await world.sent(inFiveHours);
    await world.sent(testing(world));
    assert.equal(await world.owed(), 3);
    assert.deepEqual(await move(world, 5), { parts: 1, isCut: false });
    assert.deepEqual(
      (await dueIn(world)).toSorted((a, b) => a - b),
      [0, 5, 5],
    );
  });

  test('is an account’s own', async () => {
    await using world = await openSmsWorld();
    await world.sent(testing(world));
    const other = await world.anotherAccount();
    assert.deepEqual(await move(world, 5, other.id), { parts: 0, isCut: false });
    assert.deepEqual(await dueIn(world), [5]);
    const { records: rows } = await world.storage.audit.auditRecords({
      accountId: other.id,
      beforeId: 1e15,
      limit: 10,
    });
    assert.ok(rows.every(({ action }) => action !== 'simulator.time'));
  });
});

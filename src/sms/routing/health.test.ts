import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '#core/log.ts';
import type { BindHealth } from '#sms/operator-store.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { anOperator } from '#test/harness/sms-world.ts';
import { conditionsOf, Health, type OwnBind } from './health.ts';

const operator = { ...anOperator('one', false, {}), id: 1 };

function setup() {
  const clock = new HeldClock();
  const rows = new Map<string, BindHealth>();
  const notes: number[] = [];
  const store = {
    noteHealth: async (binds: readonly BindHealth[]) => {
      notes.push(binds.length);
      for (const bind of binds) rows.set(`${bind.operatorId}/${bind.bind}`, bind);
    },
    listHealth: async () => [...rows.values()],
  };
  const process = (own: () => readonly OwnBind[]): Health => {
    const health = new Health({ store, changes: undefined, clock, log: openLog('silent') });
    health.follow(own);
    return health;
  };
  return { clock, process, notes, store };
}

const silentForMs = undefined;

test('an operator is up while one of its binds is, no matter which process holds it', async () => {
  const { clock, process } = setup();
  let downForMs: number | undefined;
  const here = process(() => [{ operatorId: 1, bind: 0, downForMs: 9_000, silentForMs }]);
  const there = process(() => [{ operatorId: 1, bind: 1, downForMs, silentForMs }]);
  await there.exchange();
  await here.exchange();
  assert.equal(here.conditionOf(operator).downForMs, undefined);
  downForMs = 4_000;
  clock.advance(1_000);
  await there.exchange();
  await here.exchange();
  assert.equal(here.conditionOf(operator).downForMs, 4_000);
});

test('what nobody has noted for half a minute is not known', async () => {
  const { clock, process, store } = setup();
  const there = process(() => [{ operatorId: 1, bind: 1, downForMs: 60_000, silentForMs }]);
  const here = process(() => []);
  await there.exchange();
  await here.exchange();
  assert.equal(here.conditionOf(operator).downForMs, 60_000);
  const command = async () => conditionsOf(await store.listHealth(), clock.nowMs())(operator);
  assert.equal((await command()).downForMs, 60_000);
  clock.advance(30_000);
  await here.exchange();
  assert.equal(here.conditionOf(operator).downForMs, undefined);
  assert.equal((await command()).downForMs, undefined);
});

test('a bind is noted when it changes, and else every ten seconds', async () => {
  const { clock, process, notes } = setup();
  let downForMs: number | undefined;
  const here = process(() => [{ operatorId: 1, bind: 0, downForMs, silentForMs }]);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await here.exchange();
    return notes.length;
  };
  assert.equal(await pass(0), 1);
  assert.equal(await pass(9_999), 1);
  assert.equal(await pass(1), 2);
  downForMs = 5;
  assert.equal(await pass(1), 3);
  assert.equal(await pass(1_000), 3);
});

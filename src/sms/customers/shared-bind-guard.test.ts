import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { BindGuard, type Try } from './bind-guard.ts';
import { SharedBindGuard, type SharedTries } from './shared-bind-guard.ts';

const who: Try = { systemId: 'ACME', network: '192.0.2.1' };
const log = openLog('silent');

async function openTwo() {
  const storage = await openTemporaryStorage();
  const clock = new HeldClock();
  const open = (tries: SharedTries = storage.people) =>
    new SharedBindGuard({ own: new BindGuard(clock), tries, clock, log });
  return {
    clock,
    open,
    one: open(),
    two: open(),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

async function guess(guard: SharedBindGuard, each: Try): Promise<boolean> {
  if (!(await guard.begin(each))) return false;
  await guard.wasWrong(each);
  return true;
}

async function away(): Promise<never> {
  throw new Error('connection lost');
}

suite('guards of binds at two processes', () => {
  test('make a pair wait at both', async () => {
    await using guards = await openTwo();
    const { clock, one, two } = guards;
    for (const guard of [one, two, one, two, one]) assert.ok(await guess(guard, who));
    assert.equal(await two.begin(who), false, 'two alone has seen two');
    clock.advance(1_000);
    assert.ok(await two.begin(who));
  });

  test('let a network be wrong twenty times a minute at both together', async () => {
    await using guards = await openTwo();
    const { one, two } = guards;
    for (let index = 0; index < 20; index += 1) {
      const guard = index % 2 === 0 ? one : two;
      assert.ok(await guess(guard, { ...who, systemId: `GUESS${index}` }));
    }
    for (const guard of [one, two]) assert.equal(await guard.begin(who), false);
  });

  test('count neither what was right nor what could not be looked at', async () => {
    await using guards = await openTwo();
    const { one, two } = guards;
    for (let index = 0; index < 100; index += 1) {
      assert.ok(await one.begin(who));
      await (index % 2 === 0 ? one.wasNone(who) : one.wasRight(who));
    }
    assert.ok(await two.begin(who));
  });

  test('let in who was right from there before, whatever others guess at the other', async () => {
    await using guards = await openTwo();
    const { one, two } = guards;
    assert.ok(await one.begin(who));
    await one.wasRight(who);
    for (let index = 0; index < 20; index += 1) {
      await guess(two, { ...who, systemId: `GUESS${index}` });
    }
    assert.equal(await two.begin(who), false);
    assert.ok(await one.begin(who));
  });

  test('go by what each remembers while the table is away', async () => {
    await using guards = await openTwo();
    const alone = guards.open({
      countTry: away,
      forgetTries: away,
      takeTryBack: away,
      sweepTries: away,
    });
    for (let index = 0; index < 5; index += 1) assert.ok(await guess(alone, who));
    assert.equal(await alone.begin(who), false);
  });
});

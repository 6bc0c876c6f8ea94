/** Guesses that are spread over several processes, which share a storage. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { GuessingGuard } from './guessing-guard.ts';
import { SharedGuesses } from './shared-guesses.ts';

async function openProcesses(count: number) {
  const storage = await openTemporaryStorage();
  const clock = new HeldClock();
  const log = openLog('debug', () => undefined);
  const { people } = storage;
  const guards = Array.from(
    { length: count },
    () => new SharedGuesses({ own: new GuessingGuard(clock), people, clock, log }),
  );
  const tell = async (n: number, guess: { email: string; address?: string; browser?: string }) => {
    const { email, address = '192.0.2.1', browser } = guess;
    return guards[n % count]?.begin({ email, address, browser });
  };
  return { clock, tell, [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() };
}

suite('guesses at several processes', () => {
  test('about one person have the same few tries as at one', async () => {
    await using world = await openProcesses(3);
    const passed: boolean[] = [];
    for (let n = 0; n < 12; n += 1) {
      passed.push((await world.tell(n, { email: 'ann', address: `192.0.2.${n}` }))?.ok === true);
    }
    assert.deepEqual(passed, [...Array<boolean>(5).fill(true), ...Array<boolean>(7).fill(false)]);
    world.clock.advance(1_000);
    assert.equal((await world.tell(7, { email: 'ann' }))?.ok, true);
    const refused = await world.tell(8, { email: 'ann' });
    assert.deepEqual(refused, { ok: false, retryAfterS: 2 });
    const owner = await world.tell(8, { email: 'ann', browser: 'hers' });
    assert.equal(owner?.ok, true);
  });

  test('from one address about many stop at twenty a minute', async () => {
    await using world = await openProcesses(2);
    const passed: boolean[] = [];
    for (let n = 0; n < 30; n += 1) {
      passed.push((await world.tell(n, { email: `person ${n}` }))?.ok === true);
    }
    assert.equal(passed.filter(Boolean).length, 20);
    world.clock.advance(60_000);
    assert.equal((await world.tell(0, { email: 'person' }))?.ok, true);
  });

  test('that were right are forgotten at all of them', async () => {
    await using world = await openProcesses(2);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) await world.tell(n, { email: 'ann' });
      const turn = await world.tell(round, { email: 'ann' });
      assert.ok(turn?.ok === true);
      await turn.wasRight();
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { signOfLife } from './interrupted-calls.ts';

test('a process without calls says seldom that it lives, and at once again when one goes on', async () => {
  const clock = new HeldClock();
  let [said, isQuiet] = [0, false];
  const calls = {
    async seen() {
      said += 1;
    },
    listInterrupted: async () => [],
    endCall: async () => true,
    forgetProcesses: async () => undefined,
  };
  const log = openLog('silent', () => undefined);
  await using loop = signOfLife({ calls, processId: 1, clock, log }, () => isQuiet);
  loop.start();
  const pass = async (seconds: number): Promise<number> => {
    const before = said;
    for (let passed = 0; passed < seconds; passed += 5) {
      clock.advance(5_000);
      for (let turns = 0; turns < 4; turns += 1) await new Promise(setImmediate);
    }
    return said - before;
  };
  assert.ok((await pass(60)) >= 11, 'every five seconds');
  isQuiet = true;
  assert.equal(await pass(590), 0);
  assert.equal(await pass(20), 1, 'before others forget it');
  isQuiet = false;
  assert.ok((await pass(10)) >= 1);
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Readiness } from './readiness.ts';

function setup() {
  const clock = new HeldClock();
  const tries: PromiseWithResolvers<void>[] = [];
  const readiness = new Readiness({
    clock,
    write: () => {
      const tried = Promise.withResolvers<void>();
      tries.push(tried);
      return tried.promise;
    },
  });
  const ask = (times: number) =>
    Promise.all(Array.from({ length: times }, () => readiness.findObstacle()));
  return { clock, tries, ask };
}

suite('readiness', () => {
  test('is tried once for a thousand who ask together, and anew a second after the answer', async () => {
    const { clock, tries, ask } = setup();
    const first = ask(1_000);
    clock.advance(60_000);
    const second = ask(1_000);
    assert.equal(tries.length, 1, 'a try that is under way is everybody’s');
    tries[0]?.resolve();
    assert.deepEqual(new Set([...(await first), ...(await second)]), new Set([undefined]));
    clock.advance(999);
    await ask(1_000);
    assert.equal(tries.length, 1);
    clock.advance(1);
    const third = ask(1_000);
    assert.equal(tries.length, 2);
    tries[1]?.reject(new Error('disk full'));
    assert.deepEqual(new Set(await third), new Set(['the storage does not take writes']));
  });
});

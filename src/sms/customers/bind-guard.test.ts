import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { BindGuard, type Try } from './bind-guard.ts';

const who: Try = { systemId: 'ACME', network: '192.0.2.1' };

function setup() {
  const clock = new HeldClock();
  const guard = new BindGuard(clock);
  const wrong = (times: number, each: Try = who): void => {
    for (let time = 0; time < times; time += 1) void guard.wasWrong(each);
  };
  return { clock, guard, wrong };
}

suite('the guard of binds', () => {
  test('lets a pair be wrong five times, then makes it wait longer each time', () => {
    const { clock, guard, wrong } = setup();
    wrong(4);
    assert.ok(guard.mayTry(who));
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      wrong(1);
      clock.advance(waitMs - 1);
      assert.equal(guard.mayTry(who), false, `before ${waitMs} ms`);
      clock.advance(1);
      assert.equal(guard.mayTry(who), true, `after ${waitMs} ms`);
    }
  });

  test('forgives a pair what it got wrong once it is right', () => {
    const { guard, wrong } = setup();
    wrong(4);
    void guard.wasRight(who);
    wrong(4);
    assert.ok(guard.mayTry(who));
  });

  test('lets a network be wrong twenty times a minute, whatever names it tries', () => {
    const { clock, guard } = setup();
    const guess = (index: number): Try => ({ ...who, systemId: `GUESS${index}` });
    for (let index = 0; index < 20; index += 1) {
      assert.ok(guard.mayTry(guess(index)));
      void guard.wasWrong(guess(index));
    }
    assert.equal(guard.mayTry(guess(20)), false);
    assert.ok(guard.mayTry({ ...who, network: '192.0.2.2' }));
    clock.advance(60_000);
    assert.ok(guard.mayTry(guess(20)));
  });

  test('lets nobody’s guesses keep out who has been right from the same place before', () => {
    const { guard } = setup();
    void guard.wasRight(who);
    for (let index = 0; index < 1_000; index += 1) {
      void guard.wasWrong({ ...who, systemId: `GUESS${index}` });
      void guard.wasWrong({ ...who, network: `198.51.100.${index}` });
    }
    assert.ok(guard.mayTry(who));
  });

  test('stops guesses at one name from many networks', () => {
    const { guard } = setup();
    for (let index = 0; index < 60; index += 1) {
      void guard.wasWrong({ ...who, network: `198.51.100.${index}` });
    }
    assert.equal(guard.mayTry({ ...who, network: '203.0.113.1' }), false);
    assert.ok(guard.mayTry({ systemId: 'OTHER', network: '203.0.113.1' }));
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Beat } from './beat.ts';

test('what comes round falls due together, and never later than it was asked for', () => {
  const { beat, clock, at } = setup();
  clock.advance(60);
  beat.after(500, at('half a second'));
  clock.advance(100);
  beat.after(1_000, at('a second'));
  beat.after(450, at('less'));
  clock.advance(2_000);
  assert.deepEqual(at.all, ['500 half a second', '500 less', '1000 a second']);
});

test('a round each beat misses none where the timer is some milliseconds late or early', () => {
  const { beat, clock, at } = setup();
  const again = (): void => {
    at('round')();
    beat.after(250, again);
  };
  clock.advance(245);
  beat.after(250, again);
  clock.advance(1_000);
  assert.deepEqual(at.all, ['500 round', '750 round', '1000 round']);
});

test('a delay below a beat is kept', () => {
  const { beat, clock, at } = setup();
  beat.after(20, at('soon'));
  clock.advance(250);
  assert.deepEqual(at.all, ['20 soon']);
});

test('what was cancelled does not come, also where another of its beat cancels it', () => {
  const { beat, clock, at } = setup();
  beat.after(500, at('one')).cancel();
  let third = { cancel: (): void => undefined };
  beat.after(500, () => third.cancel());
  third = beat.after(500, at('three'));
  clock.advance(1_000);
  assert.deepEqual(at.all, []);
});

test('a nearer beat comes first, though a farther one was asked for before', () => {
  const { beat, clock, at } = setup();
  beat.after(5_000, at('far'));
  beat.after(250, at('near'));
  clock.advance(6_000);
  assert.deepEqual(at.all, ['250 near', '5000 far']);
});

test('an idle process is woken once a second, for all that has come round by then', () => {
  let isIdle = false;
  const { beat, clock, at } = setup(() => isIdle);
  const again = (): void => {
    at('round')();
    beat.after(250, again);
  };
  beat.after(250, again);
  isIdle = true;
  clock.advance(2_000);
  assert.deepEqual(at.all, ['250 round', '1000 round', '2000 round']);
  isIdle = false;
  clock.advance(1_500);
  assert.deepEqual(at.all.slice(3), ['3000 round', '3250 round', '3500 round']);
});

test('an idle process does what comes round every five seconds or more together', () => {
  const { beat, clock, at } = setup(() => true);
  const every = (ms: number, what: string) => {
    const again = (): void => {
      at(what)();
      beat.after(ms, again);
    };
    beat.after(250, again);
  };
  every(5_000, 'five');
  clock.advance(1_000);
  every(7_000, 'seven');
  clock.advance(16_000);
  const times = ['250 five', '2000 seven', '5000 five', '5000 seven', '10000 five', '10000 seven'];
  assert.deepEqual(at.all, [...times, '15000 five', '15000 seven']);
});

function setup(isIdle = () => false) {
  const clock = new HeldClock();
  const all: string[] = [];
  const at = Object.assign(
    (what: string) => () => void all.push(`${clock.monotonicMs()} ${what}`),
    { all },
  );
  return {
    clock,
    beat: new Beat({
      monotonicMs: () => clock.monotonicMs(),
      after: (ms, call) => clock.after(ms, call),
      isIdle,
    }),
    at,
  };
}

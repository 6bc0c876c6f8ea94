import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTurnEnd, inSlices, myTurn, nextTurn, soon } from './turns.ts';

/** Longer than a slice. */
function work(ms: number): void {
  for (const endsAt = performance.now() + ms; performance.now() < endsAt; );
}

test('calls come in the order of asking, each once', async () => {
  const seen: number[] = [];
  for (let n = 0; n < 1_000; n++) soon(() => seen.push(n));
  assert.deepEqual(seen, [], 'none before the next turn');
  await myTurn();
  assert.deepEqual(
    seen,
    Array.from({ length: 1_000 }, (_, n) => n),
  );
});

test('between long calls the event loop serves others', async () => {
  const seen: string[] = [];
  for (let n = 0; n < 3; n++) {
    soon(() => {
      work(6);
      seen.push(`call ${n}`);
    });
  }
  const last = myTurn();
  for (let n = 0; n < 9; n++) {
    await nextTurn();
    seen.push('other');
  }
  await last;
  const changes = seen.filter((each, at) => each !== seen[at - 1]);
  assert.deepEqual(changes.slice(changes.indexOf('call 0'), changes.indexOf('call 2') + 1), [
    'call 0',
    'other',
    'call 1',
    'other',
    'call 2',
  ]);
});

test('a turn ends in phases, and what one asks of a later one comes in the same turn', async () => {
  const seen: string[] = [];
  let isNextTurn = false;
  atTurnEnd('work', () => {
    seen.push('work');
    setImmediate(() => (isNextTurn = true));
  });
  atTurnEnd('gather', () => {
    seen.push('gather');
    // A commit begins some promises later.
    void Promise.resolve()
      .then(() => undefined)
      .then(() => atTurnEnd('send', () => seen.push('send')));
    atTurnEnd('gather', () => seen.push(`gather of ${isNextTurn ? 'the next' : 'this'} turn`));
  });
  await nextTurn();
  assert.deepEqual(seen, ['gather', 'send', 'work']);
  await nextTurn();
  assert.deepEqual(seen, ['gather', 'send', 'work', 'gather of the next turn']);
});

test('what a call asks for while it runs comes after those that wait', async () => {
  const seen: string[] = [];
  soon(() => {
    seen.push('first');
    soon(() => seen.push('third'));
  });
  soon(() => seen.push('second'));
  await myTurn();
  await myTurn();
  assert.deepEqual(seen, ['first', 'second', 'third']);
});

test('a list is gone through in slices, whole and in order', async () => {
  const seen: number[] = [];
  let others = 0;
  const count = setInterval(() => (others += 1), 0);
  await inSlices([1, 2, 3, 4], (n) => {
    work(5);
    seen.push(n);
  });
  clearInterval(count);
  assert.deepEqual(seen, [1, 2, 3, 4]);
  assert.ok(others > 0);
});

test('what the work throws reaches who asked for it', async () => {
  await assert.rejects(
    inSlices([1], () => {
      throw new Error('broken');
    }),
    /broken/,
  );
});

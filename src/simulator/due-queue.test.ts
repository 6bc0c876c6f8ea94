import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DueQueue, Fifo } from './due-queue.ts';

test('what is due comes out by its time, and in the order it was added', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.nat(20), (times, nowMs) => {
      const queue = new DueQueue<number>();
      times.forEach((dueAtMs, index) => {
        queue.add(index, dueAtMs);
      });
      const taken: number[] = [];
      for (let item = queue.take(nowMs); item !== undefined; item = queue.take(nowMs)) {
        taken.push(item);
      }
      const due = times.map((dueAtMs, index) => ({ dueAtMs, index }));
      const sorted = due.toSorted((a, b) => a.dueAtMs - b.dueAtMs || a.index - b.index);
      const wanted = sorted.filter(({ dueAtMs }) => dueAtMs <= nowMs).map(({ index }) => index);
      assert.deepEqual(taken, wanted);
      assert.equal(queue.nextDueAtMs, sorted.find(({ dueAtMs }) => dueAtMs > nowMs)?.dueAtMs);
      assert.equal(queue.size, times.length - wanted.length);
    }),
  );
});

test('what came first goes first, however much waits', () => {
  const fifo = new Fifo<number>();
  fifo.dropFirst();
  assert.equal(fifo.first, undefined);
  for (let item = 0; item < 5_000; item++) fifo.add(item);
  for (let item = 0; item < 5_000; item++) {
    assert.equal(fifo.first, item);
    fifo.dropFirst();
    if (item % 2 === 0) fifo.add(5_000 + item / 2);
  }
  assert.equal(fifo.size, 2_500);
  assert.equal(fifo.first, 5_000);
});

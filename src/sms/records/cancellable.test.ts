/** Which recipients a page may offer to cancel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CancellableRecipient, MessageStore } from '#sms/message-store.ts';
import { findCancellable, lastInstant } from './cancellable.ts';

const nowMs = Date.UTC(2030, 0, 1);
const minuteMs = 60_000;

/** Queues that hold some recipients, and what they were asked. */
function setup(waiting: readonly CancellableRecipient[] = []) {
  const asked: Parameters<MessageStore['findCancellable']>[0][] = [];
  const messages = {
    async findCancellable(wish: Parameters<MessageStore['findCancellable']>[0]) {
      asked.push(wish);
      return waiting;
    },
  };
  return { asked, ports: { messages, clock: { nowMs: () => nowMs } } };
}

const accepted = { id: 512, messageId: 1, state: 'accepted', scheduledAtMs: null } as const;

test('a scheduled message can be cancelled until five minutes before its time', async () => {
  const { asked, ports } = setup();
  const scheduledAtMs = nowMs + 5 * minuteMs;
  const found = await findCancellable(ports, 1, [
    { ...accepted, scheduledAtMs },
    { ...accepted, id: 513, state: 'not delivered', scheduledAtMs },
  ]);
  assert.deepEqual([...found], [[512, nowMs]]);
  assert.equal(lastInstant(found), nowMs);
  assert.deepEqual(asked, []);
});

test('a message that leaves sooner, and one that an operator has, cannot be cancelled', async () => {
  const { asked, ports } = setup();
  const soon = { ...accepted, scheduledAtMs: nowMs + 5 * minuteMs - 1 };
  const found = await findCancellable(ports, 1, [soon, { ...accepted, id: 1024, messageId: 2 }]);
  assert.deepEqual([...found], []);
  assert.equal(lastInstant(found), null);
  assert.deepEqual(asked, [
    { accountId: 1, leavesAfterMs: nowMs + 5 * minuteMs, messageIds: [1, 2] },
  ]);
});

test('what waits for the day can be cancelled for a while, what a limit holds without an end', async () => {
  const waiting = { recipientId: 512, leavesAtMs: nowMs + 60 * minuteMs };
  const { ports } = setup([waiting, { recipientId: 513, leavesAtMs: null }]);
  const both = await findCancellable(ports, 1, [accepted, { ...accepted, id: 513 }]);
  assert.deepEqual(
    [...both],
    [
      [512, nowMs + 55 * minuteMs],
      [513, null],
    ],
  );
  assert.equal(lastInstant(both), null);
  assert.equal(lastInstant(await findCancellable(ports, 1, [accepted])), nowMs + 55 * minuteMs);
});

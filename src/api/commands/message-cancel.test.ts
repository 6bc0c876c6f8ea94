import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SentMessage } from '#sms/message-store.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';

const path = '/v1/message-cancel';
const key = `apiKey=${liveKey}`;

/** A message that leaves in so many minutes of the held clock, and what a commit finds of it. */
function openWorld(message: Partial<SentMessage> & { inMinutes?: number }, parts = 2) {
  const withdrawn: number[] = [];
  const wishes: object[] = [];
  const { stopped = false } = message;
  let { cancelled = false } = message;
  const opening = openApiWorld({
    messages: {
      recipientsOf: async () => [],
      recipientsWithTag: async () => [],
      countWithTag: async () => 0,
      findMessage: async ({ accountId }, messageId) => {
        const { inMinutes } = message;
        const scheduledAtMs =
          inMinutes === undefined ? null : (await opening).clock.nowMs() + inMinutes * 60_000;
        return accountId === 7 && messageId === 307
          ? { scheduledAtMs, cancelled, stopped }
          : undefined;
      },
      cancel: async (wish) => {
        wishes.push(wish);
        if (parts > 0) cancelled = true;
        return parts;
      },
    },
    partsWithdrawn: (count) => withdrawn.push(count),
  });
  return Object.assign(opening, { withdrawn, wishes });
}

suite('message-cancel', () => {
  for (const [method, url] of [
    ['GET', `${path}?${key}&messageId=307`],
    ['POST', `${path}?${key}&messageId=307`],
    ['DELETE', `${path}/307?${key}`],
    ['DELETE', `${path}//307/?${key}`],
  ] as const) {
    test(`takes back a message that leaves later: ${method} ${url.replace(key, '')}`, async () => {
      const opening = openWorld({ inMinutes: 5 });
      await using world = await opening;
      const { body } = await world.ask(url, { method });
      const message = 'The message is cancelled.';
      assert.deepEqual(body, { success: true, code: 200, message });
      const nowMs = world.clock.nowMs();
      const wish = {
        accountId: 7,
        mode: 'live',
        messageId: 307,
        nowMs,
        leavesAfterMs: nowMs + 300_000,
      };
      assert.deepEqual(opening.wishes, [wish]);
      assert.deepEqual(opening.withdrawn, [2]);
      assertRefused(await world.ask(url, { method }), 409, 5, 'messageId');
    });
  }

  for (const [what, message, code] of [
    ['The message is already cancelled', { inMinutes: 60, cancelled: true }, 5],
    [
      'The message will be sent in less than five minutes and cannot be cancelled any more',
      { inMinutes: 4.99 },
      6,
    ],
    ['left at its time', { inMinutes: 0 }, 7],
    ['left at once', {}, 7],
  ] as const) {
    test(`refuses one that ${what}`, async () => {
      const opening = openWorld(message, 0);
      await using world = await opening;
      assertRefused(await world.ask(`${path}?${key}&messageId=307`), 409, code, 'messageId');
      assert.deepEqual(opening.withdrawn, []);
    });
  }

  test('takes back one that waits though it was not scheduled', async () => {
    const opening = openWorld({}, 1);
    await using world = await opening;
    const { body } = await world.ask(`${path}?${key}&messageId=307`);
    assert.equal(body['code'], 200);
    assert.deepEqual(opening.withdrawn, [1]);
  });

  test('tells what the commit found, where that differs from the look before it', async () => {
    const opening = openWorld({ inMinutes: 60 }, 0);
    await using world = await opening;
    assertRefused(await world.ask(`${path}/307?${key}`, { method: 'DELETE' }), 409, 7, 'messageId');
    assert.deepEqual(opening.withdrawn, []);
  });

  test('knows no message of another account, and needs an id', async () => {
    await using world = await openWorld({ inMinutes: 60 });
    for (const id of ['308', 'x', '0']) {
      assertRefused(await world.ask(`${path}/${id}?${key}`), 404, 4, 'messageId');
    }
    assertRefused(await world.ask(`${path}?${key}`), 400, 3, 'messageId');
    assertRefused(await world.ask(`${path}/307?${key}&messageId=308`), 400, 9, 'messageId');
  });
});

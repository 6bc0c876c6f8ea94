/** Moments reach the pages that listen, in this process and in others, and nobody else costs anything. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { liveTextBytesMax } from '#queue/hints.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { Moment } from '#webhooks/live/moment.ts';
import { Moments } from './moments.ts';

const moment = {
  accountId: 7,
  kind: 'message.accepted',
  atMs: 1,
  about: '1/33639980001',
  tell: () => ({ messageId: 1 }),
} as const satisfies Moment;

/** Two processes that hear each other's hints at once. */
function openPair() {
  const clock = new HeldClock();
  const texts: string[] = [];
  const tellTo = (other: () => Moments) => ({
    tell: () => undefined,
    sendTrace: () => undefined,
    sendFollowed: () => undefined,
    sendSettings: () => undefined,
    sendLive: (text: string) => {
      texts.push(text);
      other().take(text);
    },
    listen: () => ({ [Symbol.asyncDispose]: async () => undefined }),
  });
  const first: Moments = new Moments({ clock, hints: tellTo(() => second) });
  const second: Moments = new Moments({ clock, hints: tellTo(() => first) });
  return { clock, texts, first, second };
}

function hearing(moments: Moments, accountId = 7) {
  const heard: Moment[] = [];
  return { heard, ear: moments.listen(accountId, (one) => heard.push(one)) };
}

suite('moments', () => {
  test('are heard by those who listen to their account, for as long as they do', () => {
    const moments = new Moments({ clock: new HeldClock(), hints: undefined });
    assert.ok(moments.isSilent);
    const { heard, ear } = hearing(moments);
    assert.deepEqual(
      [moments.isSilent, moments.isHeard(7), moments.isHeard(8)],
      [false, true, false],
    );
    moments.publish(moment);
    moments.publish({ ...moment, accountId: 8 });
    ear[Symbol.dispose]();
    moments.publish(moment);
    assert.deepEqual(heard, [moment]);
    assert.ok(moments.isSilent);
  });

  test('pass to another process whose page listens, and to none that has gone', () => {
    const { clock, first, second } = openPair();
    const { heard, ear } = hearing(second);
    assert.deepEqual([first.isSilent, first.isHeard(7), first.isHeard(8)], [false, true, false]);
    first.publish(moment);
    clock.advance(100);
    assert.deepEqual(
      heard.map(({ tell, ...rest }) => ({ ...rest, payload: tell() })),
      [
        {
          accountId: 7,
          kind: 'message.accepted',
          atMs: 1,
          about: '1/33639980001',
          payload: { messageId: 1 },
        },
      ],
    );
    // It is said again while the page is open …
    clock.advance(60_000);
    assert.ok(first.isHeard(7));
    // … and forgotten once it is not.
    ear[Symbol.dispose]();
    clock.advance(30_000);
    assert.ok(!first.isHeard(7));
    assert.ok(first.isSilent);
  });

  test('of a busy second pass as a few texts that the database takes', () => {
    const { clock, texts, first, second } = openPair();
    const { heard } = hearing(second);
    const long = { ...moment, tell: () => ({ text: 'é'.repeat(1_000) }) };
    for (let n = 0; n < 5_000; n += 1) first.publish(long);
    clock.advance(100);
    assert.equal(heard.length, 25);
    assert.ok(texts.every((text) => Buffer.byteLength(text) <= liveTextBytesMax));
  });

  test('of a later version are passed over', () => {
    const { first } = openPair();
    const { heard } = hearing(first);
    for (const text of ['', '{', 'null', '{"account":7,"moments":[{"kind":"x"}]}', '{"other":1}']) {
      first.take(text);
    }
    assert.deepEqual(heard, []);
  });
});

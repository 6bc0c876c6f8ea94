/** Who reads events for a while, and may no longer in the midst of it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Caller } from '#accounts/authenticator.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { assertRefused, callerOf, openApiWorld } from '#test/harness/api-world.ts';
import { MemoryEvents, storedEvent } from '#test/harness/memory-events.ts';
import { EventPull } from '#webhooks/pull/event-pull.ts';

const live = callerOf('live');
const reader: Caller = { ...live, account: { ...live.account, id: 1 } };

/** By what a reader is stopped, and what a client hears. */
const ends: readonly (readonly [string, Caller | undefined, number, number])[] = [
  ['a key that was revoked', undefined, 401, 10],
  ['a key that has expired', { ...reader, key: { ...reader.key, expiresAtMs: 1 } }, 401, 10],
  [
    'a key that is for other addresses now',
    { ...reader, key: { ...reader.key, addresses: ['192.0.2.1'] } },
    403,
    40,
  ],
  [
    'a key that may no longer read',
    { ...reader, key: { ...reader.key, scopes: ['send'] } },
    403,
    96,
  ],
  [
    'an account that was blocked',
    { ...reader, account: { ...reader.account, state: 'blocked' } },
    403,
    30,
  ],
];

async function openReaders() {
  const store = new MemoryEvents();
  store.streams.add(0);
  let caller: Caller | undefined = reader;
  const log = openLog('silent');
  const events = new EventPull({ store, clock: systemClock, log, everyMs: () => 60_000 });
  const world = await openApiWorld({ events, authenticate: () => caller });
  return {
    world,
    /** An event is stored in the moment in which settings change. */
    change(to: Caller | undefined): void {
      caller = to;
      store.commit(storedEvent(0, 1));
      events.askAnew();
    },
    async [Symbol.asyncDispose]() {
      events[Symbol.dispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

suite('who reads events for a while', () => {
  for (const [who, then, status, code] of ends) {
    test(`hears nothing more with ${who}`, async () => {
      await using readers = await openReaders();
      const url = `http://127.0.0.1:${readers.world.port}/v1/events/stream?apiKey=k`;
      const stream = await fetch(url);
      assert.equal(stream.status, 200);
      readers.change(then);
      const text = await stream.text();
      assert.match(text, /^retry: 1000\nid|^retry: 1000\n\n/);
      assert.doesNotMatch(text, /data:/);
    });

    test(`is told so while it waits with ${who}`, async () => {
      await using readers = await openReaders();
      const { world } = readers;
      const waiting = world.ask('/v1/events?apiKey=k&wait=30');
      // The wait has begun once another request on the same server is answered behind it.
      await world.ask('/v1/events?apiKey=k');
      readers.change(then);
      assertRefused(await waiting, status, code);
    });
  }
});

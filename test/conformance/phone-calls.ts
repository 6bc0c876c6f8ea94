/** Calls that the built-in phones are told to make. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';

const wish = { from: '33639980001', to: '33639981000', keys: '#', hangUpAfterMs: null };
const sound = Buffer.from([1, 0, 255, 127]);

export function phoneCalls(open: () => Promise<Storage>): void {
  test('an ordered call is given to one taker, with its sound', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const id = await store.orderPhoneCall({ wish, sound, atMs }, 20);
    const takers = await Promise.all([
      store.takePhoneCalls(9, atMs, atMs),
      store.takePhoneCalls(9, atMs, atMs),
    ]);
    const [taken, ...others] = takers.flat();
    assert.deepEqual(others, []);
    assert.deepEqual(taken && { ...taken, sound: Buffer.from(taken.sound) }, { id, wish, sound });
    const kept = await store.findPhoneCall(id);
    assert.deepEqual(kept, { id, state: 'under way', events: [], seenAtMs: atMs });
  });

  test('one that nobody took in time is not made any more', async () => {
    await using storage = await open();
    const store = storage.simulator;
    await store.orderPhoneCall({ wish, sound, atMs }, 20);
    assert.deepEqual(await store.takePhoneCalls(9, atMs + 1, atMs + 1), []);
  });

  test('how a call goes is noted, and what was heard stays with it until it is forgotten', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const id = await store.orderPhoneCall({ wish, sound, atMs }, 20);
    const events = [{ atMs, what: 'hung up', by: 'the other side' }] as const;
    await store.notePhoneCall(id, { state: 'under way', events: [], atMs });
    await store.notePhoneCall(id, { state: 'over', events, atMs: atMs + 1, heard: sound });
    await store.notePhoneCall(id, { state: 'under way', events: [], atMs: atMs + 2 });
    assert.deepEqual(await store.findPhoneCall(id), {
      id,
      state: 'over',
      events,
      seenAtMs: atMs + 1,
    });
    assert.deepEqual(Buffer.from((await store.readHeard(id)) ?? []), sound);
    await store.forgetPhoneCall(id);
    assert.equal(await store.findPhoneCall(id), undefined);
    assert.equal(await store.readHeard(id), undefined);
  });

  test('the newest alone are kept', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const order = { wish, sound, atMs };
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await store.orderPhoneCall(order, 2));
    const found = await Promise.all(ids.map((id) => store.findPhoneCall(id)));
    assert.deepEqual(
      found.map((each) => each !== undefined),
      [false, true, true],
    );
  });
}

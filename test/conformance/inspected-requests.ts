/** What the inspector of webhooks has received: the newest of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';

const dayMs = 86_400_000;

export function inspectedRequests(open: () => Promise<Storage>): void {
  test('the newest are kept, listed and found, and the others go', async () => {
    await using storage = await open();
    const store = storage.simulator;
    await store.keepRequests([1, 2, 3].map(aRequest), 4);
    await store.keepRequests([4, 5, 6].map(aRequest), 4);
    const listed = await store.listRequests({ beforeId: Number.MAX_SAFE_INTEGER, limit: 3 });
    assert.deepEqual(
      listed.map(({ atMs: at }) => at - atMs),
      [6, 5, 4],
    );
    const within = {
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 9,
      fromMs: atMs + 4,
      untilMs: atMs + 6,
    };
    const early = await store.listRequests({ ...within, afterId: 0 });
    assert.deepEqual(
      early.map(({ atMs: at }) => at - atMs),
      [4, 5],
    );
    const [newest] = listed;
    const rest = await store.listRequests({ beforeId: listed.at(-1)?.id ?? 0, limit: 10 });
    assert.equal(rest.length, 1);
    const { id = 0, ...found } = (await store.findRequest(newest?.id ?? 0)) ?? {};
    assert.ok(id > 0);
    assert.deepEqual({ ...found, body: Buffer.from(newest?.body ?? []) }, aRequest(6));
    assert.equal(await store.findRequest(0), undefined);
    assert.equal(await store.clearRequests(), 4);
  });

  test('what is old is forgotten', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const request = { atMs, head: '', body: Buffer.from('{}'), answer: '' };
    await store.keepRequests([request, { ...request, atMs: atMs + 2 * dayMs }], 200);
    const age = { nowMs: atMs + 3 * dayMs, beforeMs: atMs + dayMs };
    for await (const _ of storage.history.forgetInspectedRequests(age));
    assert.equal(
      (await store.listRequests({ beforeId: Number.MAX_SAFE_INTEGER, limit: 9 })).length,
      1,
    );
  });
}

function aRequest(n: number) {
  return {
    atMs: atMs + n,
    head: `POST /\nwebhook-id: msg_${n}`,
    body: Buffer.from(`{"é":${n}}`),
    answer: 'status 200',
  };
}

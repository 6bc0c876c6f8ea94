import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointStanding } from '#webhooks/management/endpoint-store.ts';
import { countEndpoints } from './today.ts';

function standing(owed: number): EndpointStanding {
  return { owed, headExpiresAtMs: null, state: undefined, dueAtMs: null };
}

async function countOf(...owed: readonly number[]) {
  const ids = owed.map((_, at) => at + 1);
  const standingsOf = async () => new Map(owed.map((count, at) => [at + 1, standing(count)]));
  const listOwn = async () => ids.map((id) => ({ id, state: 'active' }) as const);
  return countEndpoints(1, { storage: { webhooks: { standingsOf } } }, { listOwn });
}

test('pending deliveries are counted as far as they are counted at each endpoint, and said to be so', async () => {
  assert.deepEqual(await countOf(9_999, 1), {
    failingEndpoints: 0,
    pendingDeliveries: 10_000,
    hasMorePending: false,
  });
  assert.partialDeepStrictEqual(await countOf(10_000, 5), {
    pendingDeliveries: 10_005,
    hasMorePending: true,
  });
});

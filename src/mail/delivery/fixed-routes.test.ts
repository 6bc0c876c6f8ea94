import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { relayTo } from '#test/harness/mail-world.ts';
import { relayOwner } from './mail-lane.ts';

test('relays are tried in the order in which they are given', async () => {
  const route = must(relayTo(2_525, 587, 465)(relayOwner), 'route');
  const found = await route.find({ address: 'ada@example.net' } as never);
  assert.ok(found.kind === 'destination');
  const { hosts } = found.destination;
  const order = hosts.toSorted((a, b) => a.preference - b.preference).map(({ port }) => port);
  assert.deepEqual(order, [2_525, 587, 465]);
  assert.equal(new Set(hosts.map(({ preference }) => preference)).size, 3);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInvited, makeInvitation } from './invitation.ts';

const nowMs = Date.UTC(2030, 0, 1);

test('an invitation lets its own token in for an hour', () => {
  const { token, kept } = makeInvitation(nowMs);
  assert.equal(isInvited(token, kept, nowMs), true);
  assert.equal(isInvited(token, kept, nowMs + 3_599_999), true);
  assert.equal(isInvited(token, kept, nowMs + 3_600_000), false);
});

test('another token, an empty one and a used invitation let nobody in', () => {
  const { kept } = makeInvitation(nowMs);
  assert.equal(isInvited(makeInvitation(nowMs).token, kept, nowMs), false);
  assert.equal(isInvited('', kept, nowMs), false);
  assert.equal(isInvited('', undefined, nowMs), false);
});

test('what is kept does not show the token', () => {
  const { token, kept } = makeInvitation(nowMs);
  assert.ok(!kept.includes(token));
});

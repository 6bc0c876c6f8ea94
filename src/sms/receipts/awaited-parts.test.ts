import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SubmittedPart } from '#sms/message-store.ts';
import { money, phone } from '#test/harness/records.ts';
import { AwaitedParts } from './awaited-parts.ts';

function aPart(submittedPartId: number): SubmittedPart {
  const whose = { accountId: 1, cost: money(0), currency: 'EUR', tag: '', test: false };
  const reports = { reportUrl: null, reportEndpointId: null };
  return {
    submittedPartId,
    submittedAtMs: 0,
    partId: 1,
    parts: 1,
    phone: phone('33612345678'),
    submitted: null,
    ...whose,
    ...reports,
  };
}

suite('awaited parts', () => {
  test('are found by operator and id until their final report', () => {
    const awaited = new AwaitedParts();
    awaited.add(1, 'x', aPart(1));
    assert.equal(awaited.find(1, 'x')?.submittedPartId, 1);
    assert.equal(awaited.find(2, 'x'), undefined);
    assert.equal(awaited.settledPhone(1, 'x'), undefined);
    awaited.settle(1, 'x', aPart(1));
    assert.equal(awaited.find(1, 'x'), undefined);
    assert.equal(awaited.settledPhone(1, 'x'), '33612345678');
    assert.equal(awaited.settledPhone(2, 'x'), undefined);
  });

  test('under an id that is used again are the newest, and not settled', () => {
    const awaited = new AwaitedParts();
    awaited.add(1, 'x', aPart(1));
    awaited.settle(1, 'x', aPart(1));
    awaited.add(1, 'x', aPart(2));
    assert.equal(awaited.settledPhone(1, 'x'), undefined);
    assert.equal(awaited.find(1, 'x')?.submittedPartId, 2);
  });

  test('stay awaited when an older part of the same id is settled', () => {
    const awaited = new AwaitedParts();
    awaited.add(1, 'x', aPart(2));
    awaited.settle(1, 'x', aPart(1));
    assert.equal(awaited.find(1, 'x')?.submittedPartId, 2);
    assert.equal(awaited.settledPhone(1, 'x'), undefined);
  });

  test('are a hundred thousand at most, the oldest first forgotten', () => {
    const awaited = new AwaitedParts();
    for (let id = 0; id <= 100_000; id += 1) awaited.add(1, `${id}`, aPart(id));
    assert.equal(awaited.find(1, '0'), undefined);
    assert.equal(awaited.find(1, '50000')?.submittedPartId, 50_000);
    assert.equal(awaited.find(1, '100000')?.submittedPartId, 100_000);
  });

  test('that are settled count as well', () => {
    const awaited = new AwaitedParts();
    for (let id = 0; id <= 100_000; id += 1) awaited.settle(1, `${id}`, aPart(id));
    assert.equal(awaited.settledPhone(1, '0'), undefined);
    assert.equal(awaited.settledPhone(1, '50000'), '33612345678');
  });
});

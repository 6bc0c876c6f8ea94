import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptInstant } from './receipt-date.ts';

function utc(written: string, zone = 'Europe/Paris'): string | undefined {
  const atMs = receiptInstant(written, zone);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

test('dates of receipts have ten, twelve or fourteen digits, on the operator’s own clock', () => {
  assert.equal(utc('3003051230'), '2030-03-05T11:30:00.000Z');
  assert.equal(utc('300305123059'), '2030-03-05T11:30:59.000Z');
  assert.equal(utc('20300705123059'), '2030-07-05T10:30:59.000Z');
  assert.equal(utc('203007051230'), '2030-07-05T10:30:00.000Z');
  assert.equal(utc('3003051230', '-03:00'), '2030-03-05T15:30:00.000Z');
});

test('what no calendar has, or nobody knows the zone of, is no date', () => {
  for (const written of ['3013011200', '3002301200', '3001012400', '0000000000', '30010112', '']) {
    assert.equal(utc(written), undefined, written);
  }
  assert.equal(receiptInstant('3003051230', ''), undefined);
  assert.equal(receiptInstant('3003051230', 'Mars/Olympus'), undefined);
  assert.equal(receiptInstant(undefined, 'Europe/Paris'), undefined);
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import type { KeptReceipt, OverduePart } from '#sms/message-store.ts';
import { phone } from '#test/harness/records.ts';
import type { ReceiptIdRules } from './receipt-id.ts';
import { adviseReceiptId, pairReceipts } from './receipt-readings.ts';

const asIs: ReceiptIdRules = { receiptId: 'asIs', stripZeros: false, ignoreCase: false };
const to = '33612345678';

function part(remoteId: string, changes: Partial<OverduePart> = {}): OverduePart {
  return {
    submittedPartId: 1,
    partId: 8_192,
    submittedAtMs: 1_000_000,
    parts: 1,
    phone: phone(to),
    accountId: 1,
    cost: 0 as Millionths,
    currency: 'EUR',
    tag: '',
    reportUrl: null,
    reportEndpointId: null,
    test: false,
    submitted: null,
    remoteId,
    ...changes,
  };
}

function receipt(remoteId: string, changes: Partial<KeptReceipt> = {}): KeptReceipt {
  return {
    id: 1,
    operatorId: 2,
    remoteId,
    phone: to,
    outcome: 'delivered',
    word: 'DELIVRD',
    error: '',
    receivedAtMs: 1_000_500,
    doneAtMs: null,
    address: 'prefer',
    ...changes,
  };
}

suite('the setting that ids ask for', () => {
  const cases: readonly [string, string, string, Partial<ReceiptIdRules>][] = [
    ['hexadecimal in answers', '1A2B3C4D', '439041101', { receiptId: 'hexInResponse' }],
    ['hexadecimal in receipts', '439041101', '1a2b3c4d', { receiptId: 'hexInReceipt' }],
    ['leading zeros', '0000123456', '123456', { stripZeros: true }],
    ['another letter case', 'ABC-9', 'abc-9', { ignoreCase: true }],
    ['zeros and case', '00ABC-9', 'abc-9', { stripZeros: true, ignoreCase: true }],
  ];
  for (const [name, answered, reported, rules] of cases) {
    test(`is found for ${name}`, () => {
      const advice = adviseReceiptId([receipt(reported)], [part(answered)], asIs);
      assert.deepEqual(advice, { rules: { ...asIs, ...rules }, matches: 1 });
    });
  }

  test('is found though a wrong one is set', () => {
    const wrong = { ...asIs, receiptId: 'hexInResponse' } as const;
    // 12345678 was read as hexadecimal when its answer came.
    const advice = adviseReceiptId([receipt('12345678')], [part('305419896')], wrong);
    assert.deepEqual(advice, { rules: asIs, matches: 1 });
  });

  test('is none where no reading helps, the phone differs, or the receipt is older than its submit', () => {
    const parts = [part('1a2b3c4d')];
    const strangers = [
      receipt('77'),
      receipt('439041101', { phone: '33699999999' }),
      receipt('439041101', { receivedAtMs: 0 }),
    ];
    for (const stranger of strangers) {
      assert.equal(adviseReceiptId([stranger], parts, asIs), undefined);
    }
  });
});

test('kept receipts are paired by the rules of now, whichever held when they came', () => {
  const rules = { ...asIs, receiptId: 'hexInResponse' } as const;
  const parts = [part('1a2b3c4d'), part('439041102', { partId: 2 })];
  // The second pair is of after the change; the third is nobody's.
  const kept = [receipt('439041101'), receipt('439041102', { id: 2 }), receipt('5', { id: 3 })];
  const pairs = pairReceipts(kept, parts, rules);
  assert.deepEqual(
    pairs.map((pair) => [pair.receipt.id, pair.part.partId]),
    [
      [1, 8_192],
      [2, 2],
    ],
  );
});

test('without its phone a receipt is of the one part that it may mean, by an id long enough', () => {
  const rules = { ...asIs, ignoreCase: true };
  const of = (id: string, parts: readonly OverduePart[]) =>
    pairReceipts([receipt(id, { phone: '' })], parts, rules).length;
  assert.equal(of('abcdef', [part('ABCDEF')]), 1);
  assert.equal(of('abcdef', [part('ABCDEF'), part('AbCdEf')]), 0);
  assert.equal(of('abc', [part('ABC')]), 0);
});

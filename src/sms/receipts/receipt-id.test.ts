import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { normaliseId, type ReceiptIdRules } from './receipt-id.ts';

const plain: ReceiptIdRules = { receiptId: 'asIs', stripZeros: false, ignoreCase: false };

function meet(response: string, receipt: string, rules: Partial<ReceiptIdRules> = {}) {
  const all = { ...plain, ...rules };
  return normaliseId(response, 'response', all) === normaliseId(receipt, 'receipt', all);
}

suite('ids meet', () => {
  test('where they are equal', () => {
    assert.ok(meet('0e999f21-81ef', '0e999f21-81ef'));
  });

  test('where an operator answers in hexadecimal and reports in decimal, or the other way round', () => {
    assert.ok(meet('8e88b4a', '149457738', { receiptId: 'hexInResponse' }));
    assert.ok(meet('0D2D3A04', '0221067780', { receiptId: 'hexInResponse' }));
    assert.ok(meet('149457738', '08E88B4A', { receiptId: 'hexInReceipt' }));
  });

  test('where they have 30 digits', () => {
    const receipt = '171026125222636445993424531920';
    const response = BigInt(receipt).toString(16);
    assert.ok(meet(response, receipt, { receiptId: 'hexInResponse' }));
    assert.ok(!meet(response, '171026125222636445993424531921', { receiptId: 'hexInResponse' }));
  });

  test('where zeros in front or letter case are told not to matter', () => {
    assert.ok(meet('007', '7', { stripZeros: true }));
    assert.ok(meet('000', '0', { stripZeros: true }));
    assert.ok(meet('AB-1', 'ab-1', { ignoreCase: true }));
  });
});

suite('ids do not meet by guessing', () => {
  const pairs = [
    ['10', '16'],
    ['8e88b4a', '149457738'],
    ['007', '7'],
    ['AB-1', 'ab-1'],
  ] as const;
  for (const [response, receipt] of pairs) {
    test(`${response} and ${receipt}`, () => assert.ok(!meet(response, receipt)));
  }
});

test('what is no number stays text under every setting', () => {
  for (const receiptId of ['hexInResponse', 'hexInReceipt'] as const) {
    assert.ok(meet('S2131-x', 'S2131-x', { receiptId }));
    assert.ok(meet('9'.repeat(65), '9'.repeat(65), { receiptId }));
  }
});

test('any number meets its other writing', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (id) => {
      assert.ok(meet(id.toString(16), id.toString(), { receiptId: 'hexInResponse' }));
      assert.ok(meet(id.toString(), id.toString(16), { receiptId: 'hexInReceipt' }));
    }),
  );
});

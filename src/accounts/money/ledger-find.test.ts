import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerLine, LedgerPage } from '#accounts/ledger.ts';
import { money } from '#test/harness/records.ts';
import { findLines } from './ledger-find.ts';

const aLine: LedgerLine = {
  placeMs: 0,
  id: 1,
  kind: 'correction',
  atMs: 0,
  amount: money(1),
  balance: money(1),
  actor: 'system',
  subject: null,
  count: null,
};

/** Newest first; among many corrections a line of each kind that a text could mean. */
function ledgerOf(...lines: readonly Partial<LedgerLine>[]) {
  const all = lines.map((line, at) => ({ ...aLine, placeMs: lines.length - at, ...line }));
  return {
    listLedger: async ({ before, limit }: LedgerPage) =>
      all.filter(({ placeMs }) => placeMs < (before?.placeMs ?? Infinity)).slice(0, limit),
  };
}

async function found(
  accounts: ReturnType<typeof ledgerOf>,
  find: string,
  page: Partial<LedgerPage> = {},
) {
  const whole = { accountId: 1, purse: 'live', before: undefined, limit: 2, ...page } as const;
  const { lines, last } = await findLines(accounts, whole, { find });
  return { places: lines.map(({ placeMs }) => placeMs), last: last?.placeMs };
}

const few = ledgerOf(
  { actor: 'Ada' },
  { kind: 'rent', subject: '33612345678' },
  { kind: 'top-up' },
  { kind: 'sms', count: 3 },
  { actor: 'ada' },
);

test('a text is found in the author, the subject and the kind, in both languages', async () => {
  for (const [text, places] of [
    ['ADA', [5, 1]],
    ['123456', [4]],
    ['top-up', [3]],
    ['recharge', [3]],
    ['loyer', [4]],
    ['SMS of the hour', [2]],
    ['segment', []],
    ['%', []],
  ] as const) {
    assert.deepEqual(await found(few, text, { limit: 9 }), { places, last: undefined }, text);
  }
});

test('without a text every line is shown', async () => {
  assert.deepEqual(await found(few, ''), { places: [5, 4], last: 4 });
});

test('pages of what was found follow one another', async () => {
  const three = ledgerOf({ actor: 'ada' }, {}, { actor: 'ada' }, {}, { actor: 'ada' });
  const first = await found(three, 'ada');
  assert.deepEqual(first, { places: [5, 3], last: 3 });
  const before = { placeMs: 3, id: 1 };
  assert.deepEqual(await found(three, 'ada', { before }), { places: [1], last: undefined });
});

test('one answer looks at 5,000 lines, and the next one goes on behind them', async () => {
  const many = ledgerOf(...Array.from({ length: 5_200 }, () => ({})), { actor: 'ada' });
  assert.deepEqual(await found(many, 'ada'), { places: [], last: 202 });
  const before = { placeMs: 202, id: 1 };
  assert.deepEqual(await found(many, 'ada', { before }), { places: [1], last: undefined });
});

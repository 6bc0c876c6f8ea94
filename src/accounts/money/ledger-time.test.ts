import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerCursor, LedgerLine, LedgerPage } from '#accounts/ledger.ts';
import { money } from '#test/harness/records.ts';
import { ledgerPage } from './ledger-time.ts';

const places: readonly LedgerCursor[] = [
  { placeMs: 300, id: 3 },
  { placeMs: 200, id: 2 },
  { placeMs: 100, id: 1 },
];

const lines = places.map(
  ({ placeMs, id }): LedgerLine => ({
    placeMs,
    id,
    kind: 'top-up',
    atMs: placeMs,
    amount: money(1),
    balance: money(id),
    actor: 'ada',
    subject: null,
    count: null,
  }),
);

/** Newest first, from below the cursor on. */
const accounts = {
  listLedger: async ({ before, limit }: LedgerPage) =>
    lines.filter((line) => before === undefined || isBelow(line, before)).slice(0, limit),
};

function isBelow(line: LedgerCursor, cursor: LedgerCursor): boolean {
  return line.placeMs === cursor.placeMs ? line.id < cursor.id : line.placeMs < cursor.placeMs;
}

async function within(time: { from?: number; until?: number }, page: Partial<LedgerPage> = {}) {
  const first = { accountId: 1, purse: 'live', before: undefined, limit: 2, ...page } as const;
  const { lines: found, isLast } = await ledgerPage(accounts, first, time);
  return { places: found.map(({ placeMs }) => placeMs), isLast };
}

test('a page without a time begins with the newest line', async () => {
  assert.deepEqual(await within({}), { places: [300, 200], isLast: false });
});

test('the end of a time is not in it, its beginning is', async () => {
  assert.deepEqual(await within({ until: 300 }), { places: [200, 100], isLast: false });
  assert.deepEqual(await within({ until: 301 }), { places: [300, 200], isLast: false });
  assert.deepEqual(await within({ from: 200 }, { limit: 3 }), { places: [300, 200], isLast: true });
});

test('a later page goes on behind its cursor, up to the beginning of the time', async () => {
  const before = { placeMs: 200, id: 2 };
  assert.deepEqual(await within({ from: 150, until: 301 }, { before }), {
    places: [],
    isLast: true,
  });
});

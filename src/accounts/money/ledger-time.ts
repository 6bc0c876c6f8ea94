/** A page of the ledger within a time: lines stand in the order of their time, so both ends are places in it. */
import type { LedgerLine, LedgerPage, LedgerStore } from '#accounts/ledger.ts';

export type LedgerTime = {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
};

export async function ledgerPage(
  accounts: LedgerStore,
  page: LedgerPage,
  { from = 0, until }: LedgerTime,
): Promise<{ readonly lines: readonly LedgerLine[]; readonly isLast: boolean }> {
  // No line has the id 0: all of that instant stand above it.
  const end = until === undefined ? undefined : { placeMs: until, id: 0 };
  const found = await accounts.listLedger({ ...page, before: page.before ?? end });
  const lines = found.filter(({ placeMs }) => placeMs >= from);
  return { lines, isLast: lines.length < page.limit };
}

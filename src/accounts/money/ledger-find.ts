/** Lines of the ledger in which a text stands: who moved money, what for, or the name of the kind. */
import type { LedgerCursor, LedgerLine, LedgerPage, LedgerStore } from '#accounts/ledger.ts';
import { ledgerKindNames } from './ledger-kind-words.ts';
import { type LedgerTime, ledgerPage } from './ledger-time.ts';

/** For one answer. */
const linesLookedAtMax = 5_000;
const stepOfFilter = 500;

export type LedgerWish = LedgerTime & {
  /** Undefined or empty: every line. */
  readonly find?: string | undefined;
};

export type FoundLines = {
  readonly lines: readonly LedgerLine[];
  /** Behind which the next page begins; undefined: there are no more. */
  readonly last: LedgerCursor | undefined;
};

/** It looks on, page by page, until as many fit or it has looked at enough for once. */
export async function findLines(
  accounts: LedgerStore,
  page: LedgerPage,
  { find = '', ...time }: LedgerWish,
): Promise<FoundLines> {
  if (find === '') {
    const { lines, isLast } = await ledgerPage(accounts, page, time);
    return { lines, last: isLast ? undefined : lines.at(-1) };
  }
  const fitting: LedgerLine[] = [];
  let before = page.before;
  for (let looked = 0; looked < linesLookedAtMax; looked += stepOfFilter) {
    const step = { ...page, before, limit: stepOfFilter };
    const { lines, isLast } = await ledgerPage(accounts, step, time);
    fitting.push(...lines.filter((line) => holds(line, find)));
    if (fitting.length > page.limit) {
      const shown = fitting.slice(0, page.limit);
      return { lines: shown, last: shown.at(-1) };
    }
    if (isLast) return { lines: fitting, last: undefined };
    before = lines.at(-1);
  }
  return { lines: fitting, last: before };
}

/** Whatever the case of its letters. */
export function holds({ kind, actor, subject }: LedgerLine, find: string): boolean {
  const { en, fr } = ledgerKindNames[kind];
  const text = [kind, en, fr, actor, subject ?? ''].join('\n');
  return text.toLowerCase().includes(find.trim().toLowerCase());
}

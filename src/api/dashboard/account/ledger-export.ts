/** The ledger of an account as a file. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { LedgerLine } from '#accounts/ledger.ts';
import { shownAtMs, viewLine } from '#accounts/money/ledger-view.ts';
import type { Purse } from '#accounts/movement.ts';
import { csvDownload } from '#api/dashboard/csv-download.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import { must } from '#core/assert.ts';
import * as define from './definitions.ts';
import type { AccountPagePorts } from './ports.ts';

const exportMax = 50_000;
const exportStep = 5_000;

export function ledgerExport({ accounts, clock }: AccountPagePorts): Handler {
  return handle(define.exportLedger, async ({ accountId, query: { purse } }) => {
    const { currency } = must(await accounts.findAccount(accountId), 'account of a role');
    const lines = await allLines(accountId, purse, accounts);
    const cells = lines.map((line) => cellsOf(line, clock.nowMs(), currency));
    return csvDownload(`ledger-${accountId}-${purse}`, [head, ...cells]);
  });
}

async function allLines(
  accountId: number,
  purse: Purse,
  accounts: Pick<AccountStore, 'listLedger'>,
): Promise<readonly LedgerLine[]> {
  const lines: LedgerLine[] = [];
  while (lines.length < exportMax) {
    // The next step begins where this one ended.
    const before = lines.at(-1);
    const step = await accounts.listLedger({ accountId, purse, before, limit: exportStep });
    lines.push(...step);
    if (step.length < exportStep) break;
  }
  return lines;
}

const head = ['id', 'at', 'kind', 'amount', 'balance', 'currency', 'actor', 'subject', 'count'];

function cellsOf(line: LedgerLine, nowMs: number, currency: string): readonly string[] {
  const { id, kind, amount, balance, actor, subject, count } = viewLine(line, nowMs);
  const at = new Date(shownAtMs(line, nowMs)).toISOString();
  return [id, at, kind, amount, balance, currency, actor, subject ?? '', String(count ?? '')];
}

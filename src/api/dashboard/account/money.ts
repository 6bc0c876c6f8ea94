/** What an account has left, and what moved it. */

import type { Account } from '#accounts/account.ts';
import type { LedgerRow, Purse } from '#accounts/account-store.ts';
import { authorOf } from '#api/dashboard/author.ts';
import { csvDownload } from '#api/dashboard/csv-download.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import {
  type DashboardCall,
  give,
  type Handled,
  type Handler,
  handle,
} from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { must } from '#core/assert.ts';
import { formatBalance, formatExact, type Millionths, parseMoney, zero } from '#core/money.ts';
import * as define from './definitions.ts';
import type { AccountPagePorts } from './ports.ts';

const hourMs = 3_600_000;
/** 100 units: what a new account's test money is. */
const testMoney = 100_000_000 as Millionths;
const exportMax = 50_000;
const exportStep = 5_000;

export function moneyHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [
    handle(define.findBalance, async ({ accountId }) =>
      give(tellBalance(await accountOf(accountId, ports))),
    ),
    handle(define.setAlertLevel, async (call) => {
      const { alertLevel: written } = call.body;
      const alertLevel = written === null ? null : must(parseMoney(written), 'alert level');
      const author = authorOf(call, ports.clock);
      const changed = await ports.accounts.changeAccount(call.accountId, { alertLevel }, author);
      return give(tellBalance(must(changed, 'account of a role')));
    }),
    handle(define.refillTest, (call) => refillTest(call, ports)),
    handle(define.listMovements, async ({ accountId, query }) => {
      const { after: beforeId = Number.MAX_SAFE_INTEGER, limit = pageMax, purse } = query;
      const { currency } = await accountOf(accountId, ports);
      const page = { accountId, purse, beforeId, limit };
      const rows = await ports.accounts.listMovements(page);
      return give({ currency, movements: rows.map(tellMovement) });
    }),
    handle(define.exportMovements, async ({ accountId, query: { purse } }) => {
      const { currency } = await accountOf(accountId, ports);
      const rows = await allMovements(accountId, purse, ports);
      const cells = rows
        .map(tellMovement)
        .map((row) => [
          String(row.id),
          new Date(row.atMs).toISOString(),
          row.kind,
          row.amount,
          currency,
          row.actor,
          row.subject ?? '',
        ]);
      const head = ['id', 'at', 'kind', 'amount', 'currency', 'actor', 'subject'];
      return csvDownload(`ledger-${accountId}-${purse}`, [head, ...cells]);
    }),
    handle(define.listSpending, (call) => listSpending(call, ports)),
  ];
}

/** Their role in it has been found, so it is there. */
export async function accountOf(
  accountId: number,
  { accounts }: Pick<AccountPagePorts, 'accounts'>,
): Promise<Account> {
  return must(await accounts.findAccount(accountId), 'account of a role');
}

async function refillTest(
  call: DashboardCall<typeof define.refillTest>,
  ports: AccountPagePorts,
): Promise<Handled<Reply<typeof define.refillTest>>> {
  const { accounts, clock } = ports;
  const account = await accountOf(call.accountId, ports);
  const amount = (testMoney - account.testBalance) as Millionths;
  if (amount <= zero) return give(tellBalance(account));
  const movement = { accountId: account.id, purse: 'test', amount, kind: 'top-up' } as const;
  const filled = await accounts.move({ ...movement, ...authorOf(call, clock) });
  return give(tellBalance(must(filled, 'account of a role')));
}

async function listSpending(
  { accountId, query }: DashboardCall<typeof define.listSpending>,
  ports: AccountPagePorts,
): Promise<Handled<Reply<typeof define.listSpending>>> {
  const { purse, days } = query;
  const { currency } = await accountOf(accountId, ports);
  const nowMs = ports.clock.nowMs();
  const untilMs = nowMs - (nowMs % hourMs) + hourMs;
  const wish = { accountId, purse, fromMs: untilMs - days * 24 * hourMs, untilMs };
  const hours = await ports.spending.listSpentHours(wish);
  return give({
    currency,
    hours: hours.map((hour) => ({ ...hour, cost: formatExact(hour.cost) })),
  });
}

async function allMovements(
  accountId: number,
  purse: Purse,
  { accounts }: AccountPagePorts,
): Promise<readonly LedgerRow[]> {
  const rows: LedgerRow[] = [];
  while (rows.length < exportMax) {
    const beforeId = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
    // The next step begins where this one ended.
    const step = await accounts.listMovements({ accountId, purse, beforeId, limit: exportStep });
    rows.push(...step);
    if (step.length < exportStep) break;
  }
  return rows;
}

function tellBalance({ currency, balance, testBalance, alertLevel: level }: Account) {
  const alertLevel = level === null ? null : formatExact(level);
  return { currency, live: formatBalance(balance), test: formatBalance(testBalance), alertLevel };
}

function tellMovement({ amount, ...row }: LedgerRow) {
  return { ...row, amount: formatExact(amount) };
}

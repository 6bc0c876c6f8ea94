/** What an account has left, and what moved it. */

import { type Account, testMoney } from '#accounts/account.ts';
import type { LedgerCursor, LedgerLine } from '#accounts/ledger.ts';
import type { Purse } from '#accounts/movement.ts';
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
const exportMax = 50_000;
const exportStep = 5_000;

export function moneyHandlers(ports: AccountPagePorts): readonly Handler[] {
  return [
    handle(define.findBalance, async ({ accountId }) =>
      give(toBalanceJson(await accountOf(accountId, ports))),
    ),
    handle(define.setAlertLevel, async (call) => {
      const { alertLevel: written } = call.body;
      const alertLevel = written === null ? null : must(parseMoney(written), 'alert level');
      const author = authorOf(call, ports.clock);
      const changed = await ports.accounts.changeAccount(call.accountId, { alertLevel }, author);
      return give(toBalanceJson(must(changed, 'account of a role')));
    }),
    handle(define.refillTest, (call) => refillTest(call, ports)),
    handle(define.listLedger, async ({ accountId, query }) => {
      const { after, limit = pageMax, purse } = query;
      const { currency } = await accountOf(accountId, ports);
      const wanted = { accountId, purse, before: placeOf(after), limit };
      const lines = (await ports.accounts.listLedger(wanted)).map(teller(ports));
      const next = lines.length < limit ? null : (lines.at(-1)?.id ?? null);
      return give({ currency, lines, next });
    }),
    handle(define.exportLedger, async ({ accountId, query: { purse } }) => {
      const { currency } = await accountOf(accountId, ports);
      const lines = await allLines(accountId, purse, ports);
      const cells = lines.map(teller(ports)).map((line) => ledgerCells(line, currency));
      return csvDownload(`ledger-${accountId}-${purse}`, [ledgerHead, ...cells]);
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
  if (amount <= zero) return give(toBalanceJson(account));
  const movement = { accountId: account.id, purse: 'test', amount, kind: 'top-up' } as const;
  const filled = await accounts.move({ ...movement, ...authorOf(call, clock) });
  return give(toBalanceJson(must(filled, 'account of a role')));
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

async function allLines(
  accountId: number,
  purse: Purse,
  { accounts }: AccountPagePorts,
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

function toBalanceJson({ currency, balance, testBalance, alertLevel: level }: Account) {
  const alertLevel = level === null ? null : formatExact(level);
  return { currency, live: formatBalance(balance), test: formatBalance(testBalance), alertLevel };
}

const ledgerHead = [
  'id',
  'at',
  'kind',
  'amount',
  'balance',
  'currency',
  'actor',
  'subject',
  'count',
];

type ToldLine = ReturnType<ReturnType<typeof teller>>;

function ledgerCells(line: ToldLine, currency: string): readonly string[] {
  const { id, atMs, kind, amount, balance, actor, subject, count } = line;
  const at = new Date(atMs).toISOString();
  return [id, at, kind, amount, balance, currency, actor, subject ?? '', String(count ?? '')];
}

/** Lines bear the times of their order: an hour its end, the hour that goes on the present. */
function teller({ clock }: Pick<AccountPagePorts, 'clock'>) {
  const nowMs = clock.nowMs();
  return ({ placeMs, id, amount, balance, atMs, ...line }: LedgerLine) => ({
    ...line,
    atMs: line.count !== null ? Math.max(atMs, Math.min(placeMs + 1, nowMs)) : atMs,
    id: `${placeMs}-${id}`,
    amount: formatExact(amount),
    balance: formatExact(balance),
  });
}

/** Of what `teller` has written. */
function placeOf(cursor: string | undefined): LedgerCursor | undefined {
  if (cursor === undefined) return undefined;
  const [placeMs = 0, id = 0] = cursor.split('-').map(Number);
  return { placeMs, id: Math.min(id, Number.MAX_SAFE_INTEGER) };
}

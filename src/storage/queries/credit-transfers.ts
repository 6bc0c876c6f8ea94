/** Credit that moves between a parent and its sub-account. */
import { sql } from 'kysely';
import type { Purse } from '#accounts/ledger.ts';
import type {
  CreditLeft,
  RepeatedTransfer,
  Transfer,
  TransferKey,
  TransferResult,
} from '#accounts/sub-account-store.ts';
import { type Millionths, times, zero } from '#core/money.ts';
import { findAccount } from './accounts.ts';
import { auditStep } from './audit.ts';
import type { Database, WriteStep } from './database.ts';
import { balanceOf } from './purses.ts';
import { completeReply, findReply, rememberReply } from './remembered-replies.ts';

export async function moveCredit(database: Database, transfer: Transfer): Promise<TransferResult> {
  const written = await database.write(transferSteps(database, transfer));
  return resultOf(database, transfer, written !== undefined);
}

export async function moveCreditOnce(
  database: Database,
  transfer: Transfer,
  { key, fingerprint, forgottenBeforeMs }: TransferKey,
): Promise<TransferResult | RepeatedTransfer> {
  const { parentId: accountId, atMs } = transfer;
  const remembered = { accountId, key, fingerprint, atMs, forgottenBeforeMs, reply: '' };
  const written = await database.write([
    rememberReply(database, remembered),
    ...transferSteps(database, transfer),
    completeReply(database, remembered, leftBehind(database, transfer)),
  ]);
  const earlier =
    written === undefined &&
    (await findReply(database, { accountId, key, sinceMs: forgottenBeforeMs }));
  if (!earlier) return resultOf(database, transfer, written !== undefined);
  return earlier.fingerprint === fingerprint
    ? { kind: 'repeated', left: readLeft(earlier.reply) }
    : { kind: 'key was used for another request' };
}

/** Both balances as the steps before have left them, a blank between. */
function leftBehind({ build }: Database, { parentId, accountId, purse }: Transfer) {
  const of = (id: number) =>
    build.selectFrom('account').select(balanceOf(purse)).where('id', '=', id);
  return sql<string>`CAST((${of(parentId)}) AS TEXT) || ' ' || CAST((${of(accountId)}) AS TEXT)`;
}

function readLeft(reply: string): CreditLeft {
  const [parent = '', account = ''] = reply.split(' ');
  return { parent: Number(parent) as Millionths, account: Number(account) as Millionths };
}

/** What came of it, read behind the commit. */
async function resultOf(
  database: Database,
  { parentId, accountId, purse, direction }: Transfer,
  isMoved: boolean,
): Promise<TransferResult> {
  const account = await findAccount(database, accountId);
  const parent = await findAccount(database, parentId);
  const isTheirs = account?.parentId === parentId && account.removedAtMs === null;
  if (!isTheirs || parent === undefined) return { kind: 'sub-account is unknown' };
  if (isMoved) return { kind: 'moved', parent, account };
  const payer = direction === 'to parent' ? account : parent;
  const balance = purse === 'live' ? payer.balance : payer.testBalance;
  return { kind: 'credit is not enough', balance };
}

/** The parent's row first in both directions: two transfers at once wait for each other in one order. */
export function transferSteps(database: Database, transfer: Transfer): readonly WriteStep[] {
  const { parentId, accountId, amount, direction, purse, actor, atMs } = transfer;
  const given = times(amount, direction === 'to parent' ? -1 : 1);
  const taken = times(given, -1);
  const sub = database.build
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('parent_id', '=', parentId)
    .where('removed_at', 'is', null);
  const moved = { kind: 'transfer', actor, at: atMs, purse } as const;
  return [
    { query: addTo(database, purse, taken).where('id', '=', parentId), mustChange: true },
    { query: addTo(database, purse, given).where('id', 'in', sub), mustChange: true },
    insertMovement(database, { ...moved, account_id: parentId, amount: taken }),
    insertMovement(database, { ...moved, account_id: accountId, amount: given }),
    auditStep(
      database,
      { actor, atMs },
      {
        action: 'subaccount.credit',
        target: `${accountId}`,
        accountId: parentId,
        details: { purse, amount, direction },
      },
    ),
  ];
}

/** Nothing where the balance would be below zero. */
function addTo({ build }: Database, purse: Purse, amount: Millionths) {
  const column = balanceOf(purse);
  return build
    .updateTable('account')
    .set(({ eb }) => ({ [column]: eb(column, '+', amount) }))
    .where((eb) => eb(eb(column, '+', amount), '>=', zero));
}

type MovementRow = {
  readonly account_id: number;
  readonly purse: Purse;
  readonly kind: 'transfer';
  readonly amount: Millionths;
  readonly actor: string;
  readonly at: number;
};

function insertMovement({ build }: Database, row: MovementRow): WriteStep {
  return build.insertInto('movement').values(row);
}

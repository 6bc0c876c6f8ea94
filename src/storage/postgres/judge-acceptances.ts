/** Accepts that are judged one by one under the locks of their accounts: for whom the balance lasts, and who comes again under an idempotency key. */
import type { Purse } from '#accounts/ledger.ts';
import type { AcceptResult } from '#core/accept.ts';
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import type { Acceptance } from '#sms/message-store.ts';
import { insertAccepted, isKeyed, type Keyed, witnessOf } from './acceptance-rows.ts';
import { byIndex } from './by-index.ts';
import { columns } from './columns.ts';
import type { Statement, Statements } from './statement.ts';
import { type Transactions, transact } from './transaction.ts';

/**
 * Accounts are locked first, in the order of their ids: what two processes accept for one account is
 * judged one after the other, its idempotency keys as well.
 */
export function acceptJudged(
  transactions: Transactions,
  items: readonly Acceptance[],
): Promise<readonly AcceptResult[]> {
  return transact(transactions, {
    look: async (connection) => {
      const [balances, replies] = await Promise.all([
        lockAccounts(connection, items),
        findReplies(connection, items),
      ]);
      const purses = new Purses(balances);
      const results = items.map((item) => judge(item, purses, replies));
      const accepted = items.filter((_, index) => results[index]?.kind === 'accepted');
      return { results, accepted };
    },
    async write(connection, { results, accepted }) {
      if (accepted.length > 0) await insertAccepted(connection, accepted);
      return results;
    },
    unheard: ({ results }) => results,
    witness: ({ accepted: [first] }) => first && witnessOf(first),
  });
}

type Replies = Map<string, { readonly fingerprint: string; readonly reply: string }>;

function judge(item: Acceptance, purses: Purses, replies: Replies): AcceptResult {
  const { message, purse, cost, idempotency } = item;
  const place = idempotency && replyPlace(message.accountId, idempotency.key);
  const earlier = place === undefined ? undefined : replies.get(place);
  if (earlier !== undefined) {
    return earlier.fingerprint === idempotency?.fingerprint
      ? { kind: 'repeated', reply: earlier.reply }
      : { kind: 'key was used for another request' };
  }
  const balance = purses.take(message.accountId, purse, cost);
  if (balance !== undefined) return { kind: 'balance is too low', balance };
  if (place !== undefined && idempotency !== undefined) replies.set(place, idempotency);
  return { kind: 'accepted' };
}

type BalanceRow = Readonly<Record<Purse, number>> & { readonly id: number };

const lockStatement: Statement = {
  name: 'lock accounts',
  text: `
    SELECT id, balance AS live, test_balance AS test FROM account
    WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
};

async function lockAccounts(connection: Statements, items: readonly Acceptance[]) {
  const ids = new Set(items.map(({ message }) => message.accountId));
  return (await connection.run<BalanceRow>(lockStatement, [`{${[...ids].join(',')}}`])).rows;
}

/** Balances as they stand, and as they are used up by one accept after the other. */
class Purses {
  readonly #balances: ReadonlyMap<number, Record<Purse, number>>;

  constructor(rows: readonly BalanceRow[]) {
    this.#balances = new Map(rows.map(({ id, live, test }) => [id, { live, test }]));
  }

  /** Takes the cost; where it does not fit takes nothing and answers the balance. */
  take(accountId: number, purse: Purse, cost: number): Millionths | undefined {
    const balance = must(this.#balances.get(accountId), 'account');
    if (balance[purse] < cost) return balance[purse] as Millionths;
    balance[purse] -= cost;
    return undefined;
  }
}

const asked = columns<Keyed>([
  ['account_id', 'bigint', ({ message }) => message.accountId],
  ['key', 'text', ({ idempotency }) => idempotency.key],
  ['forgotten_before', 'bigint', ({ idempotency }) => idempotency.forgottenBeforeMs],
]);

const findRepliesStatement: Statement = {
  name: 'find replies',
  text: `
    SELECT reply.account_id AS "accountId", reply.key, reply.fingerprint, reply.reply
    FROM ${asked.rows()} JOIN idempotent_request AS reply
      ON ${byIndex('reply.account_id', 'given.account_id')} AND ${byIndex('reply.key', 'given.key')}
    WHERE reply.created_at >= given.forgotten_before`,
};

type ReplyRow = {
  readonly accountId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly reply: string;
};

/** Sent behind the locks, so that it sees what was remembered while they were waited for. */
async function findReplies(connection: Statements, items: readonly Acceptance[]): Promise<Replies> {
  const keyed = items.filter((item) => isKeyed(item));
  if (keyed.length === 0) return new Map();
  const { rows } = await connection.run<ReplyRow>(findRepliesStatement, asked.arrays(keyed));
  return new Map(rows.map((row) => [replyPlace(row.accountId, row.key), row]));
}

function replyPlace(accountId: number, key: string): string {
  return `${accountId} ${key}`;
}

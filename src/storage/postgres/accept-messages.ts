/** The one durable commit of an accept: message, debit, jobs and the remembered reply. */

import type { Purse } from '#accounts/ledger.ts';
import type { AcceptResult } from '#core/accept.ts';
import { must } from '#core/assert.ts';
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { Job } from '#queue/job.ts';
import type { Message, Recipient } from '#sms/message.ts';
import type { Acceptance } from '#sms/message-store.ts';
import { hourOf } from '../spent-hour.ts';
import { columns } from './columns.ts';
import type { Connection, Statement } from './connection.ts';
import { jobInserted } from './jobs.ts';
import { type Transactions, transact } from './transaction.ts';

/**
 * Accounts are locked first, in the order of their ids: what two processes accept for one account is
 * judged one after the other, its idempotency keys as well.
 */
export function acceptMessages(
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
      return { purses, results, accepted };
    },
    async write(connection, { purses, results, accepted }) {
      if (accepted.length > 0) await insertAccepted(connection, accepted, purses);
      return results;
    },
    unheard: ({ results }) => results,
    witness: ({ accepted: [first] }) =>
      first && { statement: witnessStatement, parameters: [first.message.id] },
  });
}

const witnessStatement: Statement = { text: 'SELECT 1 FROM message WHERE id = $1' };

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

async function lockAccounts(connection: Connection, items: readonly Acceptance[]) {
  const ids = new Set(items.map(({ message }) => message.accountId));
  return (await connection.run<BalanceRow>(lockStatement, [`{${[...ids].join(',')}}`])).rows;
}

type Taken = { readonly id: number; live: number; test: number };

/** Balances of one transaction: read once for each account and written once, judged one by one between. */
class Purses {
  readonly #balances: ReadonlyMap<number, Taken>;
  readonly #taken = new Map<number, Taken>();

  constructor(rows: readonly BalanceRow[]) {
    this.#balances = new Map(rows.map((row) => [row.id, { ...row }]));
  }

  /** Takes the cost; where it does not fit takes nothing and answers the balance. */
  take(accountId: number, purse: Purse, cost: number): Millionths | undefined {
    const balance = must(this.#balances.get(accountId), 'account');
    if (balance[purse] < cost) return balance[purse] as Millionths;
    balance[purse] -= cost;
    const taken = this.#taken.get(accountId) ?? { id: accountId, live: 0, test: 0 };
    taken[purse] += cost;
    this.#taken.set(accountId, taken);
    return undefined;
  }

  get taken(): readonly Taken[] {
    return [...this.#taken.values()];
  }
}

type Keyed = { readonly message: Message; readonly idempotency: RememberedAnswer };

const asked = columns<Keyed>([
  ['account_id', 'bigint', ({ message }) => message.accountId],
  ['key', 'text', ({ idempotency }) => idempotency.key],
  ['forgotten_before', 'bigint', ({ idempotency }) => idempotency.forgottenBeforeMs],
]);

const findRepliesStatement: Statement = {
  name: 'find replies',
  text: `
    SELECT reply.account_id AS "accountId", reply.key, reply.fingerprint, reply.reply
    FROM ${asked.rows()} JOIN idempotent_request AS reply USING (account_id, key)
    WHERE reply.created_at >= given.forgotten_before`,
};

type ReplyRow = {
  readonly accountId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly reply: string;
};

/** Sent behind the locks, so that it sees what was remembered while they were waited for. */
async function findReplies(connection: Connection, items: readonly Acceptance[]): Promise<Replies> {
  const keyed = items.filter((item) => isKeyed(item));
  if (keyed.length === 0) return new Map();
  const { rows } = await connection.run<ReplyRow>(findRepliesStatement, asked.arrays(keyed));
  return new Map(rows.map((row) => [replyPlace(row.accountId, row.key), row]));
}

function isKeyed(item: Acceptance): item is Acceptance & Keyed {
  return item.idempotency !== undefined;
}

function replyPlace(accountId: number, key: string): string {
  return `${accountId} ${key}`;
}

const message = columns<Acceptance>([
  ['id', 'bigint', (item) => item.message.id],
  ['account_id', 'bigint', (item) => item.message.accountId],
  ['key_id', 'bigint', (item) => item.message.keyId],
  ['accepted_at', 'bigint', (item) => item.message.acceptedAtMs],
  ['sender', 'text', (item) => item.message.sender],
  ['text', 'text', (item) => item.message.text],
  ['tag', 'text', (item) => item.message.tag],
  ['class', 'text', (item) => item.message.class],
  ['valid_until', 'bigint', (item) => item.message.validUntilMs],
  ['scheduled_at', 'bigint', (item) => item.message.scheduledAtMs],
  ['report_url', 'text', (item) => item.message.reportUrl],
  ['report_endpoint_id', 'bigint', (item) => item.message.reportEndpointId],
  ['cost', 'bigint', (item) => item.cost],
  ['currency', 'text', (item) => item.message.currency],
  ['test', 'bigint', (item) => item.message.test],
  ['request_id', 'text', (item) => item.message.requestId],
  ['submission', 'text', ({ message: { submission } }) => submission && JSON.stringify(submission)],
  ['client_request_id', 'text', (item) => item.message.clientRequestId ?? ''],
]);

type NewRecipient = { readonly recipient: Recipient; readonly message: Message };

const recipient = columns<NewRecipient>([
  ['id', 'bigint', (row) => row.recipient.id],
  ['phone', 'text', (row) => row.recipient.phone],
  ['operator_id', 'bigint', (row) => row.recipient.operatorId],
  ['text', 'text', (row) => row.recipient.text],
  ['form', 'text', (row) => row.recipient.form],
  ['parts', 'bigint', (row) => row.recipient.parts],
  ['concat_reference', 'bigint', (row) => row.recipient.concatReference],
  ['cost', 'bigint', (row) => row.recipient.cost],
  ['changed_at', 'bigint', (row) => row.message.acceptedAtMs],
]);

const remembered = columns<Keyed>([
  ['account_id', 'bigint', (item) => item.message.accountId],
  ['key', 'text', ({ idempotency }) => idempotency.key],
  ['fingerprint', 'text', ({ idempotency }) => idempotency.fingerprint],
  ['reply', 'text', ({ idempotency }) => idempotency.reply],
  ['created_at', 'bigint', (item) => item.message.acceptedAtMs],
]);

const taken = columns<Taken>([
  ['id', 'bigint', ({ id }) => id],
  ['live', 'bigint', ({ live }) => live],
  ['test', 'bigint', ({ test }) => test],
]);

/** What one accept adds to an hour of its account. */
const spent = columns<Acceptance>([
  ['account_id', 'bigint', (item) => item.message.accountId],
  ['purse', 'text', (item) => item.purse],
  ['starts_at', 'bigint', (item) => hourOf(item.message.acceptedAtMs)],
  ['cost', 'bigint', (item) => item.cost],
  ['parts', 'bigint', (item) => item.recipients.reduce((sum, { parts }) => sum + parts, 0)],
]);

const firstOf = {
  message: 1,
  recipient: 1 + message.count,
  job: 1 + message.count + recipient.count,
  reply: 1 + message.count + recipient.count + jobInserted.count,
  taken: 1 + message.count + recipient.count + jobInserted.count + remembered.count,
  spent: 1 + message.count + recipient.count + jobInserted.count + remembered.count + taken.count,
};

const insertStatement: Statement = {
  name: 'accept messages',
  text: `
    WITH new_message AS (
      INSERT INTO message (${message.names})
      SELECT ${message.names} FROM ${message.rows(firstOf.message)}
    ), new_recipient AS (
      INSERT INTO recipient (${recipient.names}, state)
      SELECT ${recipient.names}, 'accepted' FROM ${recipient.rows(firstOf.recipient)}
    ), new_job AS (
      INSERT INTO job (${jobInserted.names})
      SELECT ${jobInserted.names} FROM ${jobInserted.rows(firstOf.job)}
    ), new_reply AS (
      INSERT INTO idempotent_request (${remembered.names})
      SELECT ${remembered.names} FROM ${remembered.rows(firstOf.reply)}
      ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        reply = excluded.reply, created_at = excluded.created_at
    ), new_spent AS (
      INSERT INTO spent_hour (${spent.names}, product)
      SELECT account_id, purse, starts_at, sum(cost), sum(parts), 'sms'
      FROM ${spent.rows(firstOf.spent)} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account_id, purse, starts_at, product) DO UPDATE
      SET cost = spent_hour.cost + excluded.cost, parts = spent_hour.parts + excluded.parts
    )
    UPDATE account SET balance = balance - given.live, test_balance = test_balance - given.test
    FROM ${taken.rows(firstOf.taken)} WHERE account.id = given.id`,
};

async function insertAccepted(
  connection: Connection,
  accepted: readonly Acceptance[],
  purses: Purses,
): Promise<void> {
  const recipients = accepted.flatMap((item) =>
    item.recipients.map((each) => ({ recipient: each, message: item.message })),
  );
  const jobs = accepted.flatMap((item): readonly Job[] => item.jobs);
  await connection.run(insertStatement, [
    ...message.arrays(accepted),
    ...recipient.arrays(recipients),
    ...jobInserted.arrays(jobs),
    ...remembered.arrays(accepted.filter((item) => isKeyed(item))),
    ...taken.arrays(purses.taken),
    ...spent.arrays(accepted),
  ]);
}

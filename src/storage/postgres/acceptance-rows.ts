/** What an accept stores in one statement: message, recipients, jobs, the remembered reply, the hour, and the debit. */
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { Job } from '#queue/job.ts';
import type { Message, Recipient } from '#sms/message.ts';
import type { Acceptance } from '#sms/message-store.ts';
import { hourOf } from '../spent-hour.ts';
import { byIndex } from './by-index.ts';
import { columns, placed } from './columns.ts';
import type { Witness } from './commit-outcome.ts';
import type { Statement, Statements } from './statement.ts';

export type Keyed = { readonly message: Message; readonly idempotency: RememberedAnswer };

export function isKeyed(item: Acceptance): item is Acceptance & Keyed {
  return item.idempotency !== undefined;
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

/** In the order of the table `job`. */
const job = columns<Job>([
  ['id', 'bigint', ({ id }) => id],
  ['lane', 'text', ({ lane }) => lane],
  ['due_at', 'bigint', ({ dueAtMs }) => dueAtMs],
  ['attempt', 'bigint', ({ attempt }) => attempt],
  ['order_key', 'text', ({ orderKey }) => orderKey],
  ['expires_at', 'bigint', ({ expiresAtMs }) => expiresAtMs],
  ['subject', 'bigint', ({ subject }) => subject],
]);

const remembered = columns<Keyed>([
  ['account_id', 'bigint', (item) => item.message.accountId],
  ['key', 'text', ({ idempotency }) => idempotency.key],
  ['fingerprint', 'text', ({ idempotency }) => idempotency.fingerprint],
  ['reply', 'text', ({ idempotency }) => idempotency.reply],
  ['created_at', 'bigint', (item) => item.message.acceptedAtMs],
]);

/** What an account pays in all from each purse that is used; null: from this one nothing is asked, not even what is free. */
type Taken = { readonly id: number; live: number | null; test: number | null };

const taken = columns<Taken>([
  ['id', 'bigint', ({ id }) => id],
  ['live', 'bigint', ({ live }) => live],
  ['test', 'bigint', ({ test }) => test],
]);

/** In the order of their ids, in which everybody locks accounts. */
function takenFor(items: readonly Acceptance[]): readonly Taken[] {
  const sums = new Map<number, Taken>();
  for (const {
    message: { accountId },
    purse,
    cost,
  } of items) {
    const sum = sums.get(accountId) ?? { id: accountId, live: null, test: null };
    sum[purse] = (sum[purse] ?? 0) + cost;
    sums.set(accountId, sum);
  }
  return [...sums.values()].toSorted((one, other) => one.id - other.id);
}

/** What one accept adds to an hour of its account. */
const spent = columns<Acceptance>([
  ['account_id', 'bigint', (item) => item.message.accountId],
  ['purse', 'text', (item) => item.purse],
  ['starts_at', 'bigint', (item) => hourOf(item.message.acceptedAtMs)],
  ['cost', 'bigint', (item) => item.cost],
  ['parts', 'bigint', (item) => item.recipients.reduce((sum, { parts }) => sum + parts, 0)],
]);

const storedStatement: Statement = { text: 'SELECT 1 FROM message WHERE id = $1' };

/** Gives a row where the transaction was kept that stored it. */
export function witnessOf({ message: { id } }: Acceptance): Witness {
  return { statement: storedStatement, parameters: [id] };
}

const given = placed({ message, recipient, job, remembered, taken, spent });

const ifEnough = 'WHERE (SELECT yes FROM enough)';

const insertStatement: Statement = {
  name: 'accept messages',
  text: `
    WITH payer AS (
      SELECT coalesce(balance >= given.live, TRUE) AND coalesce(test_balance >= given.test, TRUE) AS can_pay
      FROM ${given.taken} JOIN account ON ${byIndex('account.id', 'given.id')}
      ORDER BY given.id FOR NO KEY UPDATE OF account
    ), enough AS (
      SELECT coalesce(bool_and(can_pay), FALSE) AS yes FROM payer
    ), new_message AS (
      INSERT INTO message (${message.names})
      SELECT ${message.names} FROM ${given.message} ${ifEnough}
    ), new_recipient AS (
      INSERT INTO recipient (${recipient.names}, state)
      SELECT ${recipient.names}, 'accepted' FROM ${given.recipient} ${ifEnough}
    ), new_job AS (
      INSERT INTO job (${job.names})
      SELECT ${job.names} FROM ${given.job} ${ifEnough}
    ), new_reply AS (
      INSERT INTO idempotent_request (${remembered.names})
      SELECT ${remembered.names} FROM ${given.remembered} ${ifEnough}
      ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        reply = excluded.reply, created_at = excluded.created_at
    ), new_spent AS (
      INSERT INTO spent_hour (${spent.names}, product)
      SELECT account_id, purse, starts_at, sum(cost), sum(parts), 'sms'
      FROM ${given.spent} ${ifEnough} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account_id, purse, starts_at, product) DO UPDATE
      SET cost = spent_hour.cost + excluded.cost, parts = spent_hour.parts + excluded.parts
    ), paid AS (
      UPDATE account SET balance = balance - coalesce(given.live, 0),
        test_balance = test_balance - coalesce(given.test, 0)
      FROM ${given.taken} ${ifEnough} AND ${byIndex('account.id', 'given.id')}
    )
    SELECT yes FROM enough`,
};

/** Where the balance of each account is enough for all of its items; else stores nothing of any, and answers false. */
export async function insertAccepted(
  connection: Statements,
  items: readonly Acceptance[],
): Promise<boolean> {
  const recipients = items.flatMap(({ message: of, recipients: all }) =>
    all.map((each) => ({ recipient: each, message: of })),
  );
  const { rows } = await connection.run<{ readonly yes: 0 | 1 }>(insertStatement, [
    ...message.arrays(items),
    ...recipient.arrays(recipients),
    ...job.arrays(items.flatMap(({ jobs }): readonly Job[] => jobs)),
    ...remembered.arrays(items.filter((item) => isKeyed(item))),
    ...taken.arrays(takenFor(items)),
    ...spent.arrays(items),
  ]);
  return rows[0]?.yes === 1;
}

/** How many rows the statements of a message read where their plans were made on small tables, and kept. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { systemClock } from '#core/clock.ts';
import type { Storage } from '#storage/storage.ts';
import { anAttempt, noEvents, withAccount } from '#test/conformance/setup.ts';
import {
  makeDatabase,
  openStorage,
  type TestDatabase,
  withoutServer,
} from '#test/harness/postgres-server.ts';
import { aMatch, anAcceptance, anEvent, aSubmit } from '#test/harness/records.ts';

const others = 5_000;
const batch = 20;
/** A recipient is looked up for its submit and its receipt, to be judged and to be changed; some looks find a dead version of it. */
const readsOfOneMax = 10;

suite('the rows of a batch', { skip: withoutServer }, () => {
  test('are found by their index, though the plan was made while their tables were small', async () => {
    await using database = await makeDatabase();
    const account = await withOneOfEach(database);
    await storeTwice(database, account);
    const read = await readRows(database, { deletedJobs: 4 * batch });
    const most = 2 * batch * readsOfOneMax;
    for (const [table, rows] of Object.entries(read)) {
      assert.ok(rows < most, `${rows} rows of ${table} for ${2 * batch} messages`);
    }
  });
});

/** A quiet server: a message that waits for its time, and one that was delivered; the queue is cleared and looked at. */
async function withOneOfEach(database: TestDatabase): Promise<Account> {
  await using storage = await openStorage(database.address);
  const account = await withAccount(storage, 100_000_000);
  await withEvents(storage, account, [1]);
  await storage.messages.acceptMessages([anAcceptance(account, 2)]);
  await database.run('ALTER TABLE job SET (autovacuum_enabled = false)');
  await database.run('VACUUM ANALYZE');
  return account;
}

/** The second time with plans of the first, and much in the tables that others have stored. */
async function storeTwice(database: TestDatabase, account: Account): Promise<void> {
  await using storage = await openStorage(database.address);
  await storeAll(storage, account, 1);
  await fill(database);
  await storeAll(storage, account, 2);
}

/** A batch of messages from the accept to the delivered event. */
async function storeAll(storage: Storage, account: Account, round: number): Promise<void> {
  const receipts = await withEvents(
    storage,
    account,
    Array.from({ length: batch }, (_, index) => round * 100_000 + index),
  );
  const settlements = receipts.flatMap(({ events }) =>
    events.flatMap(({ id, job }) =>
      job === null
        ? []
        : [{ job, attempt: { ...anAttempt(job.id), eventId: id, outcome: 'delivered' as const } }],
    ),
  );
  await storage.webhooks.settleDeliveries(settlements);
}

/** Messages that were accepted, sent and received; their events have the same ids, and are owed. */
async function withEvents(storage: Storage, account: Account, ids: readonly number[]) {
  const acceptances = ids.map((id) => anAcceptance(account, id));
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.map((acceptance) => aSubmit(acceptance));
  await storage.messages.recordFacts({ ...noEvents, submits });
  const receipts = submits.map((submit, index) =>
    aMatch(submit, anEvent(ids[index] ?? 0, { accountId: account.id })),
  );
  await storage.messages.recordFacts({ ...noEvents, receipts });
  return receipts;
}

/** Copies of a row under other ids, behind all that the test uses. */
async function fill(database: TestDatabase): Promise<void> {
  await database.run(`INSERT INTO job (id, lane, due_at, attempt, expires_at, subject)
    SELECT i, 'sms/9', 1, 0, 1, 1 FROM generate_series(90000001, 90000000 + ${others}) AS i`);
  for (const table of ['recipient', 'webhook_event']) {
    await database.run(`INSERT INTO ${table} SELECT copied.* FROM
      (SELECT * FROM ${table} LIMIT 1) AS one,
      generate_series(900000001, 900000000 + ${others}) AS i,
      jsonb_populate_record(NULL::${table}, to_jsonb(one) || jsonb_build_object('id', i)) AS copied`);
  }
}

/** Once the sessions have told what they did, which they do when they end. */
async function readRows(
  database: TestDatabase,
  { deletedJobs }: { readonly deletedJobs: number },
): Promise<Readonly<Record<string, number>>> {
  for (;;) {
    const rows = (await database.run(`
      SELECT relname AS name, n_tup_del::int AS deleted,
        (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
      FROM pg_stat_user_tables WHERE relname IN ('job', 'recipient', 'webhook_event')`)) as {
      readonly name: string;
      readonly deleted: number;
      readonly read: number;
    }[];
    if (rows.some(({ name, deleted }) => name === 'job' && deleted >= deletedJobs)) {
      return Object.fromEntries(rows.map(({ name, read }) => [name, read]));
    }
    await systemClock.sleep(20);
  }
}

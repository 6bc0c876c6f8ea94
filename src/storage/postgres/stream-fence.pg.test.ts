/** No event becomes visible behind one with a larger id of its stream, whatever became of its writer. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { eventIdOf } from '#model/event-ids.ts';
import { noEvents, withAccount } from '#test/conformance/setup.ts';
import { makeDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';
import { aMatch, anAcceptance, anEvent, aSubmit } from '#test/harness/records.ts';
import { putEvents } from '../queries/owed-events.ts';
import type { Storage } from '../storage.ts';

const stream = 3;

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await makeDatabase());
  const storage = stack.use(await openStorage(database.address));
  const account = await withAccount(storage, 100_000_000);
  const acceptances = [1, 2].map((id) => anAcceptance(account, id));
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.map((acceptance) => aSubmit(acceptance));
  await storage.messages.recordFacts({ ...noEvents, submits });
  await storage.ids.beginStream(stream, 100);
  const closing = stack.move();
  return {
    database,
    storage,
    /** A report whose event has this number, of one of the two messages. */
    report: (message: number, number: number) => {
      const submit = submits[message];
      assert.ok(submit);
      const receipts = [aMatch(submit, { ...anEvent(eventIdOf(stream, number)), job: null })];
      return storage.messages.recordFacts({ ...noEvents, receipts });
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function stored({ webhooks }: Storage): Promise<readonly number[]> {
  const span = { after: eventIdOf(stream, 0), before: eventIdOf(stream + 1, 0), limit: 9 };
  const found = await webhooks.findEvents({ accountId: 1, ...span });
  return found.map(({ id }) => id - eventIdOf(stream, 0));
}

suite('a stream of events', { skip: withoutServer, timeout: 60_000 }, () => {
  test('waits for a transaction whose answer was lost, and that the server may still commit', async () => {
    await using world = await openWorld();
    const { database, storage, report } = world;
    const lost = await database.session();
    await lost.query('BEGIN');
    await lost.query(`UPDATE id_block SET next = next WHERE name = 'stream ${stream}'`);
    await lost.query(`INSERT INTO webhook_event
      (id, account_id, kind, order_key, url, body, created_at, test)
      VALUES (${eventIdOf(stream, 101)}, 1, 'dlr', 'a', NULL, '', 1, 0)`);
    const next = report(0, 102);
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await database.run(waiting)).length === 0) await systemClock.sleep(10);
    assert.deepEqual(await stored(storage), []);
    await lost.query('COMMIT');
    await lost.end();
    await next;
    assert.deepEqual(await stored(storage), [101, 102]);
  });

  test('takes nothing more of a writer that another has followed', async () => {
    await using world = await openWorld();
    const { storage, report } = world;
    await report(0, 100);
    await storage.ids.beginStream(stream, 200);
    await assert.rejects(report(1, 101), { name: 'StorageUnavailable' });
    const event = { ...anEvent(eventIdOf(stream, 102)), job: null };
    const { database } = storage;
    await assert.rejects(database.write(putEvents(database, [event])), {
      name: 'StorageUnavailable',
    });
    await report(1, 200);
    assert.deepEqual(await stored(storage), [100, 200]);
    // Nothing is given back by one that comes too late.
    await storage.ids.beginStream(stream, 150);
    await assert.rejects(database.write(putEvents(database, [event])));
  });
});

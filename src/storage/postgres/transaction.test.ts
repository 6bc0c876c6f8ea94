import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { Connection } from './connection.ts';
import type { Answer, Statement, Statements } from './statement.ts';
import { transact, transactAtOnce } from './transaction.ts';

/** A connection that answers what it is told to, and notes what left in each round trip. */
function setup(answers: Readonly<Record<string, Answer<unknown> | Error>> = {}) {
  const sent: string[] = [];
  const roundTrips: string[][] = [];
  let turn: Promise<unknown> | undefined;
  async function run<Row>({ text }: Statement) {
    sent.push(text);
    roundTrips.at(turn === undefined ? roundTrips.push([]) - 1 : -1)?.push(text);
    turn ??= new Promise((resolve) => setImmediate(resolve));
    await turn;
    turn = undefined;
    const answer = answers[text] ?? { rows: [], changes: 0, command: text };
    if (answer instanceof Error) throw answer;
    return answer as Answer<Row>;
  }
  const connection: Connection = {
    session: { processId: 7, beganAt: 'today', startedAt: 'now', helpers: ['1'] },
    run,
    together: (write) => write({ run }),
  };
  const pool = { use: <Result>(work: (to: Connection) => Promise<Result>) => work(connection) };
  const clock = { sleep: async () => undefined, monotonicMs: () => 0 };
  const log = openLog('silent');
  return { transactions: { pool, clock, log, random: () => 0.5 }, sent, roundTrips };
}

const insert = (connection: Statements) => connection.run({ text: 'insert' });
const look = (connection: Statements) => connection.run({ text: 'look' });

/** A transaction that looks first is known by its number before its COMMIT leaves. */
const begin = 'BEGIN; SELECT pg_current_xact_id()::text AS id';

function withCode(code: string): Error {
  return new StorageUnavailable('in the way', { cause: Object.assign(new Error(), { code }) });
}

suite('a transaction', () => {
  test('that only writes is one round trip', async () => {
    const { transactions, roundTrips } = setup();
    await transactAtOnce(transactions, { write: insert });
    assert.deepEqual(roundTrips, [['insert']]);
  });

  test('that looks first is two', async () => {
    const { transactions, roundTrips } = setup();
    await transact(transactions, { look, write: insert });
    assert.deepEqual(roundTrips, [
      [begin, 'look'],
      ['insert', 'COMMIT'],
    ]);
  });

  test('whose look fails is rolled back', async () => {
    const { transactions, sent } = setup({ look: new Error('no such table') });
    await assert.rejects(transact(transactions, { look, write: insert }), /no such table/);
    assert.deepEqual(sent, [begin, 'look', 'ROLLBACK']);
  });

  test('with a statement that failed has not been kept, whatever COMMIT sounds like', async () => {
    const failed = setup({ insert: new Error('a constraint') });
    await assert.rejects(transact(failed.transactions, { look, write: insert }), /a constraint/);
    const rolledBack = { rows: [], changes: 0, command: 'ROLLBACK' };
    const { transactions } = setup({ COMMIT: rolledBack });
    await assert.rejects(transact(transactions, { look, write: insert }), /was not kept/);
  });

  test('in the way of another one is tried again, five times at most', async () => {
    for (const code of ['40P01', '40001']) {
      const [two, one] = [setup({ insert: withCode(code) }), setup({ insert: withCode(code) })];
      await assert.rejects(transact(two.transactions, { look, write: insert }), /in the way/);
      await assert.rejects(transactAtOnce(one.transactions, { write: insert }), /in the way/);
      for (const { sent } of [two, one]) {
        assert.equal(sent.filter((text) => text === 'insert').length, 5);
      }
    }
    const { transactions, sent } = setup({ insert: withCode('53100') });
    await assert.rejects(transactAtOnce(transactions, { write: insert }), /in the way/);
    assert.equal(sent.filter((text) => text === 'insert').length, 1);
  });

  test('that may be lost with the server does not wait for its disk', async () => {
    const { transactions, sent } = setup();
    await transactAtOnce(transactions, { write: insert, relaxed: true });
    assert.match(sent[0] ?? '', /synchronous_commit/);
  });
});

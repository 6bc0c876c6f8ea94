/** Statements that share one round trip, on a real server: all of them are kept, or none. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeDatabase, openPool, withoutServer } from '#test/harness/postgres-server.ts';
import type { Statement, Statements } from './statement.ts';

const insert: Statement = { name: 'insert', text: 'INSERT INTO thing VALUES ($1)' };
const count: Statement = { name: 'count', text: 'SELECT count(*) AS n FROM thing' };
const divide: Statement = { name: 'divide', text: 'SELECT 1 / ($1::int - 1)' };

const broken = (to: Statements) => Promise.all([to.run(insert, [1]), to.run(divide, [1])]);

async function stuck(to: Statements): Promise<unknown> {
  const first = to.run(insert, [1]);
  const second = Promise.reject(new Error('no such value'));
  return Promise.all([first, second]);
}

async function openThings() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await makeDatabase());
  const pool = stack.use(await openPool(database.address));
  await database.run('CREATE TABLE thing (n bigint PRIMARY KEY)');
  const opened = stack.move();
  const counted = async () => Number(((await database.run(count.text))[0] as { n: string }).n);
  const together = <Result>(write: (to: Statements) => Promise<Result>) =>
    pool.use((connection) => connection.together(write));
  return { together, counted, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

suite('statements in one round trip', { skip: withoutServer }, () => {
  test('see each other, are answered each, and are committed together', async () => {
    await using things = await openThings();
    const answers = await things.together((to) =>
      Promise.all([to.run(insert, [1]), to.run(insert, [2]), to.run<{ n: number }>(count)]),
    );
    assert.deepEqual(
      answers.map(({ changes }) => changes),
      [1, 1, 1],
    );
    assert.deepEqual(answers[2].rows, [{ n: 2 }]);
    assert.equal(await things.counted(), 2);
  });

  test('are not kept where one fails, and the session goes on', async () => {
    await using things = await openThings();
    for (let time = 0; time < 2; time += 1) {
      await assert.rejects(things.together(broken), /division by zero/);
    }
    assert.equal(await things.counted(), 0);
    await things.together((to) => to.run(insert, [1]));
    await assert.rejects(
      things.together((to) => to.run(insert, [1])),
      /duplicate key/,
    );
    await things.together((to) => Promise.all([to.run(divide, [2]), to.run(insert, [2])]));
    assert.equal(await things.counted(), 2);
  });

  test('do not leave where the work fails before it has asked for all of them', async () => {
    await using things = await openThings();
    await assert.rejects(things.together(stuck), /no such value/);
    assert.equal(await things.counted(), 0);
  });

  test('hold texts of all kinds, and numbers, and nothing', async () => {
    await using things = await openThings();
    const echo: Statement = {
      text: 'SELECT $1::text AS a, $2::bigint AS b, $3::text AS c, $4::bytea AS d',
    };
    const values = ['"\\, é\0\u{1F600}', 9_007_199_254_740_991, null, Buffer.from([0, 255])];
    const { rows } = await things.together((to) => to.run(echo, values));
    assert.deepEqual(rows, [{ a: values[0], b: values[1], c: null, d: values[3] }]);
  });
});

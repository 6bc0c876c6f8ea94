import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely';
import { compileOnly } from './compile-only.ts';
import { prepare } from './prepared.ts';

const build = compileOnly({
  adapter: new PostgresAdapter(),
  compiler: new PostgresQueryCompiler(),
});

type Job = { readonly id: number; readonly lane: string };

function endJob({ id, lane }: Job) {
  return build
    .deleteFrom('job')
    .where('id', '=', id)
    .where('lane', '=', lane)
    .where('attempt', '=', 3);
}

function reckon({ id }: Pick<Job, 'id'>) {
  return [
    build
      .selectFrom('job')
      .select('id')
      .where('id', '=', sql<number>`${id + 1}`),
  ];
}

suite('a prepared query', () => {
  test('is what would have been built of the same values', () => {
    const fill = prepare<Job>((open) => [endJob(open)]);
    for (const values of [
      { id: 1, lane: 'a' },
      { id: 2, lane: 'b' },
    ]) {
      const [filled] = fill(values);
      const { sql: text, parameters } = endJob(values).compile();
      assert.equal(filled?.compile().sql, text);
      assert.deepEqual(filled.compile().parameters, parameters);
    }
  });

  test('takes null for a value, and throws where one is missing', () => {
    const fill = prepare<{ readonly key: string | null }>(({ key }) => [
      build.deleteFrom('job').where('order_key', '=', key),
    ]);
    assert.deepEqual(fill({ key: null })[0]?.compile().parameters, [null]);
    assert.throws(() => fill({} as { key: string }), /There is no key/);
  });

  test('cannot be made by reckoning with a value that is not known yet', () => {
    assert.throws(() => prepare(reckon), /id is not known/);
  });
});

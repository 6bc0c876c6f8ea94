import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { makeEmptyDatabase, openPool, withoutServer } from '#test/harness/postgres-server.ts';
import { columns } from './columns.ts';

type Row = { readonly n: number | null; readonly text: string | null; readonly octets: Uint8Array };

const set = columns<Row>([
  ['n', 'bigint', ({ n }) => n],
  ['text', 'text', ({ text }) => text],
  ['octets', 'bytea', ({ octets }) => octets],
]);

const rows = fc.array(
  fc.record({
    n: fc.option(fc.maxSafeInteger()),
    text: fc.option(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.stringMatching(/^[{}",\\ \0\n\uFDD001NUL]*$/),
        fc.constantFrom('', 'NULL', 'null', '\\', '"', '{}'),
      ),
    ),
    octets: fc.uint8Array({ maxLength: 20 }),
  }),
  { maxLength: 20 },
);

suite('rows as arrays of columns', { skip: withoutServer }, () => {
  test('come back as they were, in their order, whatever they hold', async () => {
    await using database = await makeEmptyDatabase();
    await using pool = await openPool(database.address);
    const statement = { name: 'echo', text: `SELECT * FROM ${set.rows()} ORDER BY place` };
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const found = await pool.rows<Row & { place: number }>(statement, set.arrays(given));
        assert.deepEqual(
          found.map(({ n, text, octets, place }) => ({ n, text, octets: [...octets], place })),
          given.map(({ n, text, octets }, index) => ({
            n,
            text: text?.toWellFormed() ?? null,
            octets: [...octets],
            place: index + 1,
          })),
        );
      }),
    );
  });
});

/** SQL with names that only the schema knows, as a query of the seam. */
import type { Compilable, RawBuilder } from 'kysely';
import type { Database } from '../queries/database.ts';

export function rawQuery<Row>(
  { build }: Pick<Database, 'build'>,
  statement: RawBuilder<Row>,
): Compilable<Row> {
  return { compile: () => statement.compile(build) };
}

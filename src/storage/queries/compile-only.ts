/** A Kysely that writes SQL and nothing else: queries run through `Database`, or not at all. */
import { type DialectAdapter, DummyDriver, Kysely, type QueryCompiler } from 'kysely';
import type { Tables } from './tables.ts';

export type Dialect = { readonly adapter: DialectAdapter; readonly compiler: QueryCompiler };

export function compileOnly({ adapter, compiler }: Dialect): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new NoDriver(),
      createIntrospector: () => {
        throw new Error('The schema is what schema.sql says');
      },
      createQueryCompiler: () => compiler,
    },
  });
}

/** The dummy answers no rows to every query; this one refuses them. */
class NoDriver extends DummyDriver {
  override async acquireConnection(): Promise<never> {
    throw new Error('Queries run through Database.read and Database.write');
  }
}

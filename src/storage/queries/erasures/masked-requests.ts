/**
 * Requests of the interface that show somebody masked, as others are masked, too: who is meant cannot be told, so all of
 * them go. Phones are found by the two digits that stay, however they were written.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** `shape`: for LIKE, in lower case. */
export function requestsShowing(build: Database['build'], shape: string) {
  return build
    .deleteFrom('api_request')
    .where((is) =>
      is.or(
        (['path', 'parameters', 'answer'] as const).map((column) =>
          is(sql<string>`lower(${sql.ref(column)})`, 'like', shape),
        ),
      ),
    );
}

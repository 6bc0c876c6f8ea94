/** A column that begins with a text or contains it, whatever the case of its letters. No index serves it: it filters rows that are bounded already. */
import { type RawBuilder, sql } from 'kysely';

export function beginsWith(column: string, text: string): RawBuilder<boolean> {
  // Both backends know the case of ASCII alone, and count characters, not UTF-16 units.
  const start = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const length = sql.lit(Array.from(start).length);
  return sql<boolean>`substr(lower(${sql.ref(column)}), 1, ${length}) = ${start}`;
}

/** Characters that LIKE reads as its own stand for themselves. */
export function contains(column: string, part: string): RawBuilder<boolean> {
  const escaped = part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped}%`} escape '\\'`;
}

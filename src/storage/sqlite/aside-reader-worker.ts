/** The thread of queries that may take long: each has a connection of its own, which sees what is committed by then. */
import type { SQLInputValue } from 'node:sqlite';
import { answerAside } from '#core/side-work.ts';
import { inWords, openForReading } from './database.ts';

export type AsideQuery = {
  readonly file: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
};

export type AsideAnswer =
  | { readonly ok: true; readonly rows: readonly unknown[] }
  | { readonly ok: false; readonly message: string };

answerAside(answerTo);

function answerTo({ file, sql, parameters }: AsideQuery): AsideAnswer {
  try {
    const db = openForReading(file);
    try {
      return { ok: true, rows: db.prepare(sql).all(...(parameters as SQLInputValue[])) };
    } finally {
      db.close();
    }
  } catch (error) {
    return { ok: false, message: inWords(error, file).message };
  }
}

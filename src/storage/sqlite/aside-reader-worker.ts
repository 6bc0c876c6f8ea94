/** The thread of queries that may take long: each has a connection of its own, which sees what is committed by then. */
import type { SQLInputValue } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { inWords, openForReading } from './database.ts';

export type AsideQuery = {
  readonly file: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
};

export type AsideAnswer =
  | { readonly ok: true; readonly rows: readonly unknown[] }
  | { readonly ok: false; readonly message: string };

const port = must(parentPort, 'main thread');

port.on('message', (query: AsideQuery) => {
  port.postMessage(answerTo(query) satisfies AsideAnswer);
});
port.postMessage('');

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

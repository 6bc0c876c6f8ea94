/** The thread of queries that may take long: each has a connection of its own, which sees what is committed by then. */
import type { SQLInputValue } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import type { AsideAnswer, AsideQuery } from './aside-reader.ts';
import { inWords, openForReading } from './database.ts';

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

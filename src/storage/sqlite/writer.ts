/**
 * The writer thread: the one connection that writes, so that an fsync never stalls the event loop.
 *
 * A message brings all calls that waited; they run in one transaction with one fsync. Where one of them
 * fails, its neighbours are committed without it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { type FileLimits, inWords, openForWriting } from './database.ts';
import { migrate } from './migrate.ts';
import { type WriterOperations, writerOperations } from './writer-operations.ts';

export type WriterCall = {
  readonly operation: keyof WriterOperations;
  readonly arguments: readonly unknown[];
};

export type WriterResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: WriterError };

/** An error that crosses to the main thread: class instances do not. */
export type WriterError = { readonly name: string; readonly message: string };

export type WriterReply = { readonly results: readonly WriterResult[] } | { readonly ready: true };

export type WriterData = FileLimits & { readonly file: string };

const { file, ...limits } = workerData as WriterData;
const port = must(parentPort, 'main thread');
const db = openForWriting(file, limits);
migrate(db);
const operations = writerOperations(db) as unknown as Record<
  string,
  (...given: readonly unknown[]) => unknown
>;
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
const save = db.prepare('SAVEPOINT call');
const release = db.prepare('RELEASE call');

port.on('message', (message: string) => {
  if (message === 'close') {
    db.close();
    port.close();
    return;
  }
  const calls = JSON.parse(message) as readonly WriterCall[];
  port.postMessage({ results: transact(calls) } satisfies WriterReply);
});
port.postMessage({ ready: true } satisfies WriterReply);

function transact(calls: readonly WriterCall[]): readonly WriterResult[] {
  try {
    begin.run();
    const results = runTogether(calls) ?? calls.map((call) => runApart(call));
    commit.run();
    return results;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    const failed = failure(error);
    return calls.map(() => failed);
  }
}

/** Without savepoints, which cost 1.5 µs a message; undefined where a call failed, and nothing of them is kept. */
function runTogether(calls: readonly WriterCall[]): readonly WriterResult[] | undefined {
  try {
    return calls.map((call) => ({ ok: true, value: run(call) }));
  } catch (error) {
    // A full disk or an I/O error may have ended the whole transaction already.
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK; BEGIN IMMEDIATE');
    return undefined;
  }
}

function runApart(call: WriterCall): WriterResult {
  save.run();
  try {
    const value = run(call);
    release.run();
    return { ok: true, value };
  } catch (error) {
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK TO call; RELEASE call');
    return failure(error);
  }
}

function run(call: WriterCall): unknown {
  const operation = must(operations[call.operation], `operation ${call.operation}`);
  return operation(...call.arguments);
}

function failure(error: unknown): WriterResult {
  const { name, message } = inWords(error, file);
  return { ok: false, error: { name, message } };
}

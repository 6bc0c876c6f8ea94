/**
 * The one connection that writes. All calls that are handed over together run in one transaction with one fsync.
 * Where one of them fails, its neighbours are committed without it.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { type FileLimits, inWords, openForWriting } from './database.ts';
import { upgradeSchema } from './schema.ts';
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

/** Calls as JSON, or `close`; or another thread that will send calls. */
export type WriterMessage = string | { readonly client: MessagePort };

export type WriterReply = { readonly results: readonly WriterResult[] } | { readonly ready: true };

export type WriterData = FileLimits & { readonly file: string };

type Operations = Record<string, (...given: readonly unknown[]) => unknown>;

export class WriterConnection {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #operations: Operations;
  readonly #begin;
  readonly #commit;
  readonly #save;
  readonly #release;

  /** Opens the file and brings its schema up to date. Throws `StorageRefused` or `StorageUnavailable`. */
  constructor({ file, ...limits }: WriterData) {
    this.#file = file;
    this.#db = openForWriting(file, limits);
    upgradeSchema(this.#db);
    this.#operations = writerOperations(this.#db) as unknown as Operations;
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.#save = this.#db.prepare('SAVEPOINT call');
    this.#release = this.#db.prepare('RELEASE call');
  }

  /** Answers each call in order, after the commit. */
  transact(calls: readonly WriterCall[]): readonly WriterResult[] {
    try {
      this.#begin.run();
      const results = this.#runTogether(calls) ?? calls.map((call) => this.#runApart(call));
      this.#commit.run();
      return results;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      const failed = this.#failure(error);
      return calls.map(() => failed);
    }
  }

  close(): void {
    this.#db.close();
  }

  /** Without savepoints, which cost 1.5 µs a message; undefined where a call failed, and nothing of them is kept. */
  #runTogether(calls: readonly WriterCall[]): readonly WriterResult[] | undefined {
    try {
      return calls.map((call) => ({ ok: true, value: this.#run(call) }));
    } catch (error) {
      // A full disk or an I/O error may have ended the whole transaction already.
      if (!this.#db.isTransaction) throw error;
      this.#db.exec('ROLLBACK; BEGIN IMMEDIATE');
      return undefined;
    }
  }

  #runApart(call: WriterCall): WriterResult {
    this.#save.run();
    try {
      const value = this.#run(call);
      this.#release.run();
      return { ok: true, value };
    } catch (error) {
      if (!this.#db.isTransaction) throw error;
      this.#db.exec('ROLLBACK TO call; RELEASE call');
      return this.#failure(error);
    }
  }

  #run(call: WriterCall): unknown {
    const operation = must(this.#operations[call.operation], `operation ${call.operation}`);
    return operation(...call.arguments);
  }

  #failure(error: unknown): WriterResult {
    const { name, message } = inWords(error, this.#file);
    return { ok: false, error: { name, message } };
  }
}

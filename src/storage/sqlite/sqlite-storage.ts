/** A folder with one database file: what a single process needs. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { giveToFolderOwner } from '#core/folder-owner.ts';
import type { Hints } from '#queue/hints.ts';
import { sharedStores } from '../queries/stores.ts';
import type { Storage, StorageLoss } from '../storage.ts';
import { AsideReader } from './aside-reader.ts';
import { databaseFile, type FileLimits, openForReading } from './database.ts';
import { inboundStore } from './inbound.ts';
import { jobStore } from './jobs.ts';
import { messageStore } from './messages.ts';
import { refuseMoved } from './moved-mark.ts';
import { sqliteDatabase } from './queries.ts';
import { webhookStore } from './webhooks.ts';
import { WriterClient, type WriterOptions } from './writer-client.ts';

export type SqliteStorage = Storage & {
  /** The end of a line to the writer, for another thread of this process: it opens the same folder with it. */
  connect(): MessagePort;
};

export type SqliteOptions = FileLimits &
  WriterOptions & {
    /** Between the threads of this process, where several work on the folder. */
    readonly hints?: Hints | undefined;
  };

/**
 * Opens `parley.db` in the folder, which is made if it does not exist. Throws `StorageRefused` for a
 * file that is damaged, foreign, not writable or moved elsewhere, `StorageUnavailable` for one that is
 * locked or full.
 */
export async function openSqliteStorage(
  folder: string,
  { pagesMax, hints, ...options }: SqliteOptions = {},
): Promise<SqliteStorage> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseMoved(folder);
  const file = path.join(folder, databaseFile);
  const aside = new AsideReader(file);
  const lost = (loss: StorageLoss): void =>
    options.lost?.({ ...loss, threadHangs: loss.threadHangs || aside.isBusy });
  const writer = await WriterClient.open({ file, pagesMax }, { ...options, lost });
  const reader = await openOrDispose(file, writer);
  for (const made of [file, `${file}-wal`, `${file}-shm`]) giveToFolderOwner(made);
  const shared = sharedStores(sqliteDatabase(reader, writer, aside));
  const changes = changesOf(reader);
  return {
    ...shared,
    messages: { ...shared.messages, ...messageStore(reader, writer) },
    inbound: { ...shared.inbound, ...inboundStore(reader, writer) },
    jobs: { ...shared.jobs, ...jobStore(reader, writer, changes) },
    webhooks: { ...shared.webhooks, ...webhookStore(reader, writer) },
    isSole: true,
    hints,
    connect: () => writer.connect(),
    changes,
    serverRole: undefined,
    async [Symbol.asyncDispose]() {
      await aside[Symbol.asyncDispose]();
      // The writer closes last: the last one to close copies the log back into the file.
      if (reader.isOpen) reader.close();
      await writer[Symbol.asyncDispose]();
    },
  };
}

/** Moves on with each commit of another connection, and all writing is done by those. */
function changesOf(reader: DatabaseSync): () => number {
  const version = reader.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  return () => (version.get() as unknown as readonly [number])[0];
}

async function openOrDispose(file: string, writer: WriterClient): Promise<DatabaseSync> {
  try {
    return openForReading(file);
  } catch (error) {
    await writer[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * `rows`: what one message writes, alone in a running installation: rows by table, index entries, jobs, commits and
 * octets of the write-ahead log, on SQLite and on PostgreSQL where a server answers (--database, or the tests' one).
 * Of seven messages of a kind: the median of their commits, the fewest rows. Index entries of an update are those that it changes: PostgreSQL writes all
 * of a row's anew where the row finds no room on its page.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { countMessages, type MessageCounts, totalOf } from './counts/count-messages.ts';
import { PostgresMeter } from './counts/postgres-meter.ts';
import { SqliteMeter } from './counts/sqlite-meter.ts';
import { kinds, titleOf, World } from './counts/world.ts';
import { findServer, makeBenchDatabase } from './database.ts';
import type { BenchOptions } from './options.ts';

const wish = { kinds, repetitions: 7, logged: true };

export async function runRows(options: BenchOptions): Promise<boolean> {
  const counted: Record<string, readonly MessageCounts[]> = {};
  counted['SQLite'] = await countOnFolder(options);
  say(tableOf('SQLite', counted['SQLite']));
  const server = await findServer(options.database);
  const onServer = server === undefined ? undefined : await countOnServer(server, options);
  if (onServer === undefined) {
    say('PostgreSQL: left out, no server answers or none that has pg_walinspect.');
  } else {
    counted['PostgreSQL'] = onServer;
    say(tableOf('PostgreSQL', onServer));
  }
  say(JSON.stringify(counted));
  return true;
}

async function countOnFolder(options: BenchOptions): Promise<readonly MessageCounts[]> {
  await using folder = await temporary(options);
  await using world = await World.open({ folder: folder.path });
  await using meter = new SqliteMeter(folder.path);
  return await countMessages(world, meter, wish);
}

async function countOnServer(
  server: string,
  options: BenchOptions,
): Promise<readonly MessageCounts[] | undefined> {
  await using folder = await temporary(options);
  await using database = await makeBenchDatabase(server);
  const meter = await PostgresMeter.open(database);
  if (meter === undefined) return undefined;
  await using world = await World.open({ folder: folder.path, database: database.address });
  return await countMessages(world, meter, wish);
}

async function temporary(options: BenchOptions) {
  const folder = await mkdtemp(path.join(options.folder, 'parley-rows-'));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const columns = ['inserted', 'updated', 'deleted', 'jobs', 'entries', 'commits', 'WAL octets'];

function tableOf(backend: string, counted: readonly MessageCounts[]): string {
  const rows = counted.map((counts) => {
    const jobs = `${counts.inserted['job'] ?? 0}+${counts.deleted['job'] ?? 0}-`;
    const rest = [totalOf(counts.entries), counts.commits, counts.walBytes];
    const { inserted, updated, deleted } = counts;
    return line(counts.kind, [...[inserted, updated, deleted].map(totalOf), jobs, ...rest]);
  });
  return [line(backend, columns), ...rows, ...counted.flatMap(detailsOf), ''].join('\n');
}

function line(name: string, values: readonly (string | number)[]): string {
  return name.padEnd(12) + values.map((value) => String(value).padStart(11)).join('');
}

function detailsOf(counts: MessageCounts): readonly string[] {
  const parts = (['inserted', 'updated', 'deleted', 'entries'] as const).map((what) => {
    const each = Object.entries(counts[what]).map(([name, n]) => (n === 1 ? name : `${name} ${n}`));
    return `  ${what.padEnd(9)} ${each.join(', ')}`;
  });
  return ['', titleOf(counts.kind), ...parts];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

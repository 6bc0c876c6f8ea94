/**
 * Load for minutes on one installation: its rate must not fall while rows come and go. Every half minute
 * a line says how much was told end to end, how large the queue's table is, and how many of its rows
 * are dead.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Contender, Running } from './cells.ts';
import type { BenchDatabase } from './database.ts';
import type { BenchOptions } from './options.ts';
import { Peers } from './peers.ts';
import { awaitWebhooks, clearTable, type Range } from './stamps.ts';

const lineSeconds = 30;
const quietMs = 15_000;
/** Of the first half minute; caches and connections are warm by the second. */
const lastShareMin = 0.8;

export async function runSustained(contender: Contender, options: BenchOptions): Promise<boolean> {
  const { n, minutes } = options;
  const folder = await mkdtemp(path.join(options.folder, 'parley-sustained-'));
  try {
    // Seven digits of a phone number name a message: the numbers come round again.
    await using peers = await Peers.start(folder, n, options);
    const place = { folder, smscPort: peers.smscPort, sinkPort: peers.sinkPort };
    await using running = await contender.start(place, options);
    const rates = await loadFor(minutes * 60, { peers, running, options });
    const share = (rates.at(-1) ?? 0) / (rates[0] ?? 1);
    process.stdout.write(
      `the last half minute carried ${Math.round(share * 100)} % of the first\n`,
    );
    return share >= lastShareMin;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Scene = { readonly peers: Peers; readonly running: Running; readonly options: BenchOptions };

/** Rounds of `n` messages, one behind the other; a line whenever half a minute is full. */
async function loadFor(seconds: number, scene: Scene): Promise<readonly number[]> {
  const rates: number[] = [];
  const startedAt = performance.now();
  let lineAt = startedAt;
  let told = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    told += await round({ start: 0, n: scene.options.n }, scene);
    const passed = (performance.now() - lineAt) / 1_000;
    if (passed < lineSeconds) continue;
    const rate = Math.round(told / passed);
    rates.push(rate);
    const at = Math.round((performance.now() - startedAt) / 1_000);
    process.stdout.write(`${at} s: ${rate}/s${await queueTable(scene.running.database)}\n`);
    told = 0;
    lineAt = performance.now();
  }
  return rates;
}

async function round(range: Range, { peers, running, options }: Scene): Promise<number> {
  const { connections, rate } = options;
  clearTable(peers.table);
  const report = await peers.load({ range, connections, rate, request: running.request });
  await awaitWebhooks(peers.table, { ...range, n: report.accepted }, quietMs);
  return report.accepted;
}

async function queueTable(database: BenchDatabase | undefined): Promise<string> {
  if (database === undefined) return '';
  const [row] = await database.run<{ bytes: string; indexes: string; dead: string; live: string }>(`
    SELECT pg_relation_size('job') AS bytes, pg_indexes_size('job') AS indexes,
      n_dead_tup AS dead, n_live_tup AS live
    FROM pg_stat_user_tables WHERE relname = 'job'`);
  if (row === undefined) return '';
  return `; job: ${kilobytes(row.bytes)} KB and ${kilobytes(row.indexes)} KB of indexes, ${row.live} rows, ${row.dead} dead`;
}

function kilobytes(bytes: string): number {
  return Math.round(Number(bytes) / 1_024);
}

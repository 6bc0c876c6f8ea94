/**
 * `guard`: fails where a message costs more than is noted in guard.json: CPU beside a fixed loop of the same process,
 * octets allocated, rows and index entries. `--note` writes the figures anew. It takes less than two minutes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { countMessages, totalOf } from './counts/count-messages.ts';
import { SqliteMeter } from './counts/sqlite-meter.ts';
import { type Kind, kinds, World } from './counts/world.ts';
import { calibrate } from './guard/calibration.ts';
import {
  type Figures,
  judge,
  lowest,
  marginsAt,
  type Noted,
  type Round,
  type Verdict,
} from './guard/judgement.ts';
import { probed, usedBy } from './guard/measured-process.ts';
import type { Used } from './guard/probe.ts';
import { BenchReceiver } from './hooks/receiver.ts';
import { BenchSender } from './hooks/sender.ts';
import type { BenchOptions } from './options.ts';
import { cores, cpuSeconds, machineBusySeconds, processTree } from './process-figures.ts';

const notedFile = path.join(import.meta.dirname, 'guard.json');

/** A load that takes about half a second of CPU a round, and how many of it are under way at a time. */
const loads: readonly { readonly kind: Kind; readonly count: number; readonly together: number }[] =
  [
    { kind: 'sms', count: 2_000, together: 32 },
    { kind: 'inbound', count: 600, together: 32 },
    { kind: 'call', count: 80, together: 8 },
    { kind: 'email', count: 120, together: 16 },
  ];
const webhooks = 1_000;
const [roundsMin, roundsMax] = [3, 8];
/** Before them, until V8 has compiled what is called in two threads: after one round a message takes twice the CPU. */
const warmUpRounds = 4;
/** Further rounds begin within so long. */
const roundsMs = 25_000;
/** Repetitions of each kind whose rows are counted. */
const counted = 5;

export async function runGuard({ folder: parent, note }: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(parent, 'parley-guard-'));
  try {
    const { measured, foreignShare } = await measureIn(folder);
    if (note) {
      await writeFile(notedFile, `${JSON.stringify(measured, undefined, 2)}\n`);
      process.stdout.write(`Noted in ${path.relative(process.cwd(), notedFile)}.\n`);
    }
    const noted = JSON.parse(await readFile(notedFile, 'utf8')) as Noted;
    const margins = marginsAt(foreignShare);
    const verdicts = judge(noted, measured, margins);
    process.stdout.write(`Others used ${Math.round(100 * foreignShare)} % of the machine.\n`);
    process.stdout.write(tableOf(verdicts, margins));
    return verdicts.every(({ isMet }) => isMet);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureIn(
  folder: string,
): Promise<{ readonly measured: Noted; readonly foreignShare: number }> {
  const { wish, socket } = probed(folder);
  await using world = await World.open({ folder }, wish);
  await using receiver = await BenchReceiver.start(folder);
  await using sender = await BenchSender.open(path.join(folder, 'webhooks'));
  await sender.start();
  const lane = await sender.addEndpoint(receiver.url, 8);
  const works: readonly Work[] = [
    ...loads.map(({ kind, count, together }) => ({
      kind,
      count,
      run: () => world.send(kind, count, together),
      used: () => usedBy(socket),
    })),
    {
      kind: 'webhook',
      count: webhooks,
      run: () => deliver(sender, lane),
      used: async () => usedHere(),
    },
  ];
  const foreign = watchOthers(() => [process.pid, ...processTree(world.served.program.pid)]);
  const rounds = await takeTurns(works);
  const foreignShare = foreign();
  await using meter = new SqliteMeter(folder);
  const rows = await countMessages(world, meter, { kinds, repetitions: counted, logged: false });
  const figures = new Map<string, Figures>();
  for (const [kind, each] of rounds) figures.set(kind, lowest(each));
  const measured = Object.fromEntries(
    [...figures].map(([kind, each]) => [kind, { ...each, ...writtenBy(kind, rows) }] as const),
  );
  return { measured, foreignShare };
}

/** What others use of the machine from now on, as a share of all cores. */
function watchOthers(ours: () => readonly number[]): () => number {
  const startedMs = performance.now();
  const before = machineBusySeconds() - cpuSeconds(ours());
  return () => {
    const others = machineBusySeconds() - cpuSeconds(ours()) - before;
    return Math.max(0, (1_000 * others) / (performance.now() - startedMs) / cores);
  };
}

type Work = {
  readonly kind: string;
  readonly count: number;
  readonly run: () => Promise<void>;
  readonly used: () => Promise<Used>;
};

/** All kinds in each round, so that a slow change of the machine meets each alike. */
async function takeTurns(works: readonly Work[]): Promise<ReadonlyMap<string, readonly Round[]>> {
  const rounds = new Map<string, Round[]>(works.map(({ kind }) => [kind, []]));
  for (let round = 0; round < warmUpRounds; round += 1) {
    for (const work of works) await work.run();
  }
  const startedMs = performance.now();
  for (let round = 0; round < roundsMax; round += 1) {
    if (round >= roundsMin && performance.now() - startedMs > roundsMs) break;
    for (const work of works) rounds.get(work.kind)?.push(await measure(work));
  }
  return rounds;
}

async function measure({ count, run, used }: Work): Promise<Round> {
  const first = calibrate();
  const before = await used();
  await run();
  const after = await used();
  return {
    messages: count,
    cpuMicroseconds: after.cpuMicroseconds - before.cpuMicroseconds,
    allocatedBytes: after.allocatedBytes - before.allocatedBytes,
    calibrations: [first, calibrate()],
  };
}

async function deliver(sender: BenchSender, lane: string): Promise<void> {
  await sender.owe(lane, webhooks, { offer: true });
  while ((await sender.owed(1)) > 0) await pause(10);
}

/** The engine of webhooks runs in this process, and what it delivers to in another. */
function usedHere(): Used {
  const { user, system } = process.cpuUsage();
  const { total_allocated_bytes: allocatedBytes } = getHeapStatistics() as unknown as {
    readonly total_allocated_bytes: number;
  };
  return { cpuMicroseconds: user + system, allocatedBytes };
}

function writtenBy(
  kind: string,
  counts: Awaited<ReturnType<typeof countMessages>>,
): Partial<Figures> {
  const of = counts.find((each) => each.kind === kind);
  if (of === undefined) return {};
  const rows = totalOf(of.inserted) + totalOf(of.updated) + totalOf(of.deleted);
  return { rows, entries: totalOf(of.entries) };
}

const titles = {
  cpu: 'CPU, thousandths of the loop',
  allocatedBytes: 'octets allocated',
  rows: 'rows written',
  entries: 'index entries written',
} as const;

function tableOf(verdicts: readonly Verdict[], margins: ReturnType<typeof marginsAt>): string {
  const lines = verdicts.map(({ kind, measure: what, noted, now, more, isMet }) => {
    const change = `${more < 0 ? '' : '+'}${(100 * more).toFixed(1)} %`;
    const allowed = `(${100 * margins[what]} % may be)`;
    const figures = [noted ?? 'none', now ?? 'none', change].map((each) =>
      String(each).padStart(10),
    );
    return `${isMet ? 'yes' : 'NO '}  ${kind.padEnd(9)}${titles[what].padEnd(30)}${figures.join('')} ${allowed}\n`;
  });
  return `     ${'message'.padEnd(39)}     noted       now    change\n${lines.join('')}`;
}

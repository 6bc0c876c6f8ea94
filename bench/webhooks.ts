/**
 * `webhooks`: what a delivery costs beside a bare loop of undici in the same run, and whether receivers that
 * are down, or far behind, slow the others.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { BenchReceiver } from './hooks/receiver.ts';
import { BenchSender } from './hooks/sender.ts';
import type { BenchOptions } from './options.ts';

const connections = 8;
const live = 20;
/** Of each live endpoint, a second. */
const liveRate = 10;
const body = Buffer.from(
  '{"status":"delivered","msgId":"1","date":1795265051,"phone":"+33639980001","cost":"0.038","currency":"EUR","tag":"bench"}',
);

export async function runWebhooks(options: BenchOptions): Promise<boolean> {
  const { n, folder: parent } = options;
  const folder = await mkdtemp(path.join(parent, 'parley-bench-webhooks-'));
  try {
    await using receiver = await BenchReceiver.start(folder);
    const isCheap = await comparePosts(receiver, folder, n);
    return (await compareLive(receiver, folder, options)) && isCheap;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Of a bare post's CPU. */
const timesMax = 1.5;

async function comparePosts(receiver: BenchReceiver, folder: string, n: number): Promise<boolean> {
  // The first of anything pays for its compilation.
  await measureBare(receiver, Math.ceil(n / 4));
  await measureDeliveries(receiver, folder, Math.ceil(n / 4));
  const [bare, ours]: [Measured[], Measured[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    bare.push(await measureBare(receiver, n));
    ours.push(await measureDeliveries(receiver, folder, n));
  }
  tell('bare undici', bare);
  tell('deliveries', ours);
  const times = median(
    ours.map((each, turn) => each.cpuMicroseconds / (bare[turn] ?? each).cpuMicroseconds),
  );
  say(`a delivery costs ${times.toFixed(2)} times the CPU of a bare post (${timesMax} may be)`);
  return times <= timesMax;
}

/** In turns, because others use the machine: each turn measures every burden for its part of the time. */
const turns = 3;

async function compareLive(
  receiver: BenchReceiver,
  folder: string,
  { seconds, dead, backlog }: Pick<BenchOptions, 'seconds' | 'dead' | 'backlog'>,
): Promise<boolean> {
  const burdens: readonly Burden[] = [
    { name: 'alone', dead: 0, behind: undefined },
    { name: `beside ${dead} that never answer`, dead, behind: undefined },
    {
      name: `beside one with ${backlog} due that never answers`,
      dead: 0,
      behind: { backlog, url: `${receiver.silentUrl}/behind` },
    },
    {
      name: `beside one with ${backlog} due that takes 160 a second`,
      dead: 0,
      behind: { backlog, url: `${receiver.url}/slow` },
    },
  ];
  const prepared = [];
  for (const burden of burdens) prepared.push(await prepare(receiver, folder, burden));
  const measured = burdens.map((): Live[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [place, installation] of prepared.entries()) {
      measured[place]?.push(await measureLive(receiver, folder, seconds / turns, installation));
    }
  }
  const results = measured.map((lives) => ({
    came: lives.reduce((sum, { waits }) => sum + waits.length, 0),
    sent: lives.reduce((sum, { sent }) => sum + sent, 0),
    p50: median(lives.map(({ waits }) => at(waits, 0.5))),
    p99: median(lives.map(({ waits }) => at(waits, 0.99))),
    stalled: median(lives.map(({ stalledMs }) => stalledMs)),
    cpu: median(lives.map(({ cpuPercent }) => cpuPercent)),
  }));
  const alone = results[0]?.p99 ?? 0;
  for (const [place, { came, sent, p50, p99, stalled, cpu }] of results.entries()) {
    const figures = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${(p99 / alone).toFixed(2)} times that alone)`;
    say(
      `${live} endpoints ${burdens[place]?.name}: ${came} of ${sent} came, ${figures}, loop held ${stalled.toFixed(1)} ms (p99), ${cpu.toFixed(1)} % of a CPU`,
    );
  }
  say(`medians of ${turns} turns; 1.1 times may be`);
  return results.every(({ came, sent, p99 }) => came === sent && p99 <= alone * 1.1);
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

type Measured = { readonly perSecond: number; readonly cpuMicroseconds: number };

async function measure(n: number, work: () => Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = (n / (performance.now() - startedMs)) * 1_000;
  return { perSecond, cpuMicroseconds: (user + system) / n };
}

/** No log, no signature, nothing stored: the least that a post by the usual client costs. */
async function measureBare({ url }: BenchReceiver, n: number): Promise<Measured> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  let left = n;
  const post = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const headers = { 'content-type': 'application/json' };
      const answer = await pool.request({ path: '/bare', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  const measured = await measure(n, async () => {
    await Promise.all(Array.from({ length: connections }, post));
  });
  await pool.close();
  return measured;
}

/** Events that are stored and due are read, posted, logged, and settled durably. */
async function measureDeliveries(
  receiver: BenchReceiver,
  parent: string,
  n: number,
): Promise<Measured> {
  const folder = await mkdtemp(path.join(parent, 'deliveries-'));
  await using sender = await BenchSender.open(folder);
  const lane = await sender.addEndpoint(`${receiver.url}/hook`, connections);
  await sender.owe(lane, n, { offer: false });
  const measured = await measure(n, async () => {
    await sender.start();
    while ((await sender.owed(1)) > 0) await pause(50);
  });
  await receiver.arrivals();
  return measured;
}

type Burden = {
  readonly name: string;
  readonly dead: number;
  readonly behind: { readonly backlog: number; readonly url: string } | undefined;
};

type Live = {
  readonly sent: number;
  /** From the commit of an event to its arrival. */
  readonly waits: readonly number[];
  /** How long one turn of the event loop lasted, but for one in a hundred. */
  readonly stalledMs: number;
  /** Of the whole process, while they were sent. */
  readonly cpuPercent: number;
};

/** What each dead endpoint has due. */
const owedByDead = 20;
/** Before the live ones are looked at: breakers open, memory fills. */
const settleMs = 3_000;

/** A folder with a burden that is due, of which each turn has a copy: half a million rows take minutes. */
type Installation = {
  readonly folder: string;
  readonly lanes: readonly string[];
  readonly lastId: number;
};

async function prepare(
  receiver: BenchReceiver,
  parent: string,
  { dead, behind }: Burden,
): Promise<Installation> {
  const folder = await mkdtemp(path.join(parent, 'prepared-'));
  await using sender = await BenchSender.open(folder);
  for (let made = 0; made < dead; made += 1) {
    const lane = await sender.addEndpoint(`${receiver.silentUrl}/${made}`, 8);
    await sender.owe(lane, owedByDead, { offer: false });
  }
  if (behind !== undefined) {
    const lane = await sender.addEndpoint(behind.url, 8);
    await sender.owe(lane, behind.backlog, { offer: false });
  }
  const lanes: string[] = [];
  for (let made = 0; made < live; made += 1) {
    lanes.push(await sender.addEndpoint(`${receiver.url}/${made}`, 8));
  }
  return { folder, lanes, lastId: sender.lastId };
}

/** Events of live endpoints: stored, and handed over from memory, as facts do it. */
async function measureLive(
  receiver: BenchReceiver,
  parent: string,
  seconds: number,
  installation: Installation,
): Promise<Live> {
  const folder = await mkdtemp(path.join(parent, 'live-'));
  try {
    await cp(installation.folder, folder, { recursive: true });
    await using sender = await BenchSender.open(folder, installation.lastId);
    return await sendLive(receiver, sender, installation.lanes, seconds);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function sendLive(
  receiver: BenchReceiver,
  sender: BenchSender,
  lanes: readonly string[],
  seconds: number,
): Promise<Live> {
  await sender.start();
  await pause(settleMs);
  for (const lane of lanes) await sender.owe(lane, 2, { offer: true });
  await pause(1_000);
  await receiver.arrivals();
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  let sent = 0;
  for (let round = 0; round < seconds * liveRate; round += 1) {
    const nextMs = performance.now() + 1_000 / liveRate;
    for (const lane of lanes) await sender.owe(lane, 1, { offer: true });
    sent += lanes.length;
    await pause(Math.max(0, nextMs - performance.now()));
  }
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  const cpuPercent = (user + system) / 10 / (performance.now() - startedMs);
  await pause(1_000);
  const waits = sender.waits(await receiver.arrivals());
  return { sent, waits, stalledMs: delay.percentile(99) / 1e6, cpuPercent };
}

function at(waits: readonly number[], part: number): number {
  return waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? Number.NaN;
}

function tell(name: string, measured: readonly Measured[]): void {
  const perSecond = median(measured.map((each) => each.perSecond));
  const cpu = median(measured.map((each) => each.cpuMicroseconds));
  say(`${name}: ${Math.round(perSecond)} a second, ${cpu.toFixed(1)} µs of CPU each`);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

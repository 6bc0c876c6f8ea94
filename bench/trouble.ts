/**
 * Operators in trouble, each beside a calm run of the same program: one that goes silent, one that dies, numbers
 * that are throttled among others, and a whole operator that throttles.
 *
 *   npm run bench -- trouble --n 4000
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from './options.ts';
import { type Installed, installParley, runCommand, serveParley } from './parley.ts';
import { Patient } from './trouble/patient.ts';

/** Sent one by one at the moment of trouble. */
const watched = 10;
/** One number in so many is throttled. */
const throttledEvery = 100;
const throttledMs = 10_000;
const curveSeconds = 20;
const pacedPerSecond = 200;
const phonesOfRequest = 500;
const lookMs = 5;
/** Submits that went unanswered are made again by another route after their time-out and a minute. */
const waitedMsMax = 400_000;
const window = 100;
const code = { priority: 'urgent', validity: 900 };

type World = AsyncDisposable & {
  readonly first: Patient;
  readonly spare: Patient;
  send(phones: readonly string[], more?: object): Promise<void>;
  /** Phones that nobody has had yet. */
  phones(count: number): readonly string[];
};

export async function runTrouble({ n, folder }: BenchOptions): Promise<boolean> {
  tell(`load of the machine: ${os.loadavg()[0]?.toFixed(1)}`);
  await withWorld(folder, (world) => measureLoss(world, 'silent', n));
  await withWorld(folder, (world) => measureLoss(world, 'dead', n));
  await withWorld(folder, (world) => measureNumbers(world, n));
  await withWorld(folder, measureThrottle);
  tell(`load of the machine: ${os.loadavg()[0]?.toFixed(1)}`);
  return true;
}

/** Of the same program, right before; what V8 compiles first is no part of it. */
async function calmRate(world: World, n: number): Promise<number> {
  await rateOf(world, world.phones(n));
  const calm = await rateOf(world, world.phones(n));
  tell(`calm: ${Math.round(calm)}/s`);
  return calm;
}

/** An operator stops answering, or is gone, while another route is there. */
async function measureLoss(world: World, what: 'silent' | 'dead', n: number): Promise<void> {
  const { first, spare } = world;
  const calm = await calmRate(world, n);
  const before = first.submits;
  if (what === 'silent') first.mood = 'silent';
  else await first.smsc.kill();
  const urgent = await sendWatched(world, code);
  const normal = await sendWatched(world, {});
  const burst = world.phones(n);
  const startedMs = performance.now();
  await rateOf(world, burst);
  const arrivals = burst
    .map((phone) => takenAt(world, phone) - startedMs)
    .toSorted((a, b) => a - b);
  // At most a window was under way when it fell silent: it may have those.
  const sure = n - window;
  const rate = (sure * 1_000) / (arrivals[sure - 1] ?? 0);
  const all = [...urgent.keys(), ...normal.keys(), ...burst];
  const later = [...(await sendWatched(world, code)), ...(await sendWatched(world, {}))];
  await taken(
    world,
    later.map(([phone]) => phone),
  );
  const submits =
    first.submits - before + all.filter((phone) => spare.takenAtMs.has(bare(phone))).length;
  tell(
    `${what}: the next route carries urgent ones after ${delays(urgent, spare)}, normal ones after ${delays(normal, spare)}, those sent once it is known after ${delays(new Map(later), spare)}; ` +
      `${(submits / all.length).toFixed(3)} submits a message; ${Math.round(rate)}/s, ${(rate / calm).toFixed(2)} of calm; ` +
      `the last after ${((arrivals.at(-1) ?? 0) / 1_000).toFixed(1)} s`,
  );
}

/** One number in a hundred is throttled for ten seconds: how fast the others go. */
async function measureNumbers(world: World, n: number): Promise<void> {
  const calm = await calmRate(world, n);
  const phones = world.phones(n);
  const sick = new Set(phones.filter((_, index) => index % throttledEvery === 0).map(bare));
  world.first.isThrottled = (phone) => sick.has(phone);
  const before = world.first.submits;
  const rate = await rateOf(world, phones, (phone) => !sick.has(phone));
  setTimeout(() => sick.clear(), throttledMs);
  await taken(world, phones);
  const submits = world.first.submits - before;
  tell(
    `throttled numbers, 1 in ${throttledEvery}: the others go at ${Math.round(rate)}/s, ${(rate / calm).toFixed(2)} of calm; ` +
      `${(submits / n).toFixed(3)} submits a message`,
  );
}

/** The whole operator throttles for ten seconds under a steady stream: what it takes in each second from then on. */
async function measureThrottle(world: World): Promise<void> {
  const { first } = world;
  const phones = world.phones(pacedPerSecond * (curveSeconds + 2 * (throttledMs / 1_000)));
  const ended = new AbortController();
  const sending = sendPaced(world, phones, ended.signal);
  await pause(throttledMs / 2);
  first.mood = 'throttles';
  const before = first.submits;
  await pause(throttledMs);
  const refused = first.submits - before;
  first.mood = 'well';
  const wellAtMs = performance.now();
  await pause(curveSeconds * 1_000);
  ended.abort();
  await sending;
  const curve = Array.from(
    { length: curveSeconds },
    (_, second) =>
      [...first.takenAtMs.values()].filter(
        (atMs) => Math.floor((atMs - wellAtMs) / 1_000) === second,
      ).length,
  );
  tell(
    `throttling operator, ${pacedPerSecond}/s offered: ${refused} submits in its ${throttledMs / 1_000} s, ${world.spare.takenAtMs.size} by the next route; ` +
      `taken in each second from then on: ${curve.join(' ')}`,
  );
}

async function sendPaced(world: World, phones: readonly string[], signal: AbortSignal) {
  const each = pacedPerSecond / 10;
  const startedMs = performance.now();
  for (let at = 0; at < phones.length && !signal.aborted; at += each) {
    await world.send(phones.slice(at, at + each));
    await pause(
      Math.max(0, startedMs + ((at + each) * 1_000) / pacedPerSecond - performance.now()),
    );
  }
}

/** When each was sent. */
async function sendWatched(world: World, more: object): Promise<ReadonlyMap<string, number>> {
  const sent = new Map<string, number>();
  for (const phone of world.phones(watched)) {
    sent.set(phone, performance.now());
    await world.send([phone], more);
  }
  return sent;
}

function delays(sent: ReadonlyMap<string, number>, spare: Patient): string {
  const seconds = [...sent]
    .map(([phone, atMs]) => ((spare.takenAtMs.get(bare(phone)) ?? Number.NaN) - atMs) / 1_000)
    .toSorted((a, b) => a - b);
  const median = seconds[Math.floor(seconds.length / 2)] ?? Number.NaN;
  return `${median.toFixed(1)} s (at most ${(seconds.at(-1) ?? Number.NaN).toFixed(1)} s)`;
}

/** Messages a second from the first request to the last that an operator took. */
async function rateOf(
  world: World,
  phones: readonly string[],
  isCounted: (phone: string) => boolean = () => true,
): Promise<number> {
  const startedMs = performance.now();
  for (let at = 0; at < phones.length; at += phonesOfRequest) {
    await world.send(phones.slice(at, at + phonesOfRequest));
  }
  const counted = phones.filter((phone) => isCounted(bare(phone)));
  return (counted.length * 1_000) / ((await taken(world, counted)) - startedMs);
}

/** When the last of them was taken. */
async function taken(world: World, phones: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  for (let index = 0; index < phones.length; ) {
    if (!Number.isNaN(takenAt(world, phones[index] ?? ''))) index += 1;
    else if (performance.now() - startedMs > waitedMsMax) {
      throw new Error(`${phones.length - index} messages have not left`);
    } else await pause(lookMs);
  }
  return Math.max(...phones.map((phone) => takenAt(world, phone)));
}

/** NaN: by nobody yet. */
function takenAt({ first, spare }: World, phone: string): number {
  const digits = bare(phone);
  return first.takenAtMs.get(digits) ?? spare.takenAtMs.get(digits) ?? Number.NaN;
}

function bare(phone: string): string {
  return phone.replace('+', '');
}

async function withWorld<Result>(
  folder: string,
  measure: (world: World) => Promise<Result>,
): Promise<Result> {
  await using world = await openWorld(folder);
  return await measure(world);
}

async function openWorld(where: string): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(where, 'parley-trouble-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const first = stack.use(await Patient.open());
  const spare = stack.use(await Patient.open());
  const place = { folder, smscPort: first.smsc.port, binds: 1, window, price: '0.01' };
  const installed = await installParley({ ...place, hookUrl: 'http://127.0.0.1:1100/' });
  await addSpare(installed, spare.smsc.port);
  const { port } = stack.use(await serveParley(installed));
  await Promise.all([first.smsc.peers.next(), spare.smsc.peers.next()]);
  let used = 0;
  const closing = stack.move();
  return {
    first,
    spare,
    async send(phones, more = {}) {
      const body = JSON.stringify({
        apiKey: installed.key,
        phoneNumbers: phones,
        message: 'Hello',
        priority: 'normal',
        ...more,
      });
      const response = await fetch(`http://127.0.0.1:${port}/v1/send`, { method: 'POST', body });
      if (response.status !== 200) throw new Error(await response.text());
    },
    phones: (count) =>
      Array.from({ length: count }, () => {
        used += 1;
        return `+3706${String(used).padStart(7, '0')}`;
      }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

async function addSpare(installed: Installed, port: number): Promise<void> {
  const passwordFile = path.join(installed.folder, 'operator-password');
  const login = ['--system-id', 'bench', '--password-file', passwordFile, '--window', window];
  const at = ['--name', 'spare', '--host', '127.0.0.1', '--port', port];
  await runCommand(installed, ['operator add', ...at, ...login]);
  const way = ['--prefix', '370', '--operator', 'spare', '--priority', 9, '--price', '0.01'];
  await runCommand(installed, ['route set', ...way]);
}

function tell(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

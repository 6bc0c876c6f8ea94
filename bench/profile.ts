/**
 * `profile`: one cell under V8's profiler. Each thread's CPU a message is told by stage, from the samples with their
 * stacks, and the functions in which it was found are listed.
 */
import { glob, mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourcePlace } from '#core/source-places.ts';
import { measure } from './cells.ts';
import { parley } from './contenders.ts';
import { figuresTable, isFaultless } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { commitStage, type StageTimes, stageTimes } from './profile/stages.ts';

const shownMax = 40;
const threadCpu = pathToFileURL(path.join(import.meta.dirname, 'profile', 'thread-cpu.ts')).href;

/** What V8 writes, as far as it is read here. */
type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: CallFrame;
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

type CallFrame = {
  readonly functionName: string;
  readonly url: string;
  /** From 0. */
  readonly lineNumber: number;
};

export async function runProfile(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-profile-'));
  const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--import=${threadCpu}`];
  process.env['BENCH_THREAD_CPU'] = folder;
  const { database } = options;
  const contender = parley(database === '' ? { nodeFlags } : { nodeFlags, server: database });
  const results = await measure([contender], {
    ...options,
    repetitions: 1,
    foreignPercentMax: 100,
  });
  process.stdout.write(figuresTable(results));
  for (const thread of await readThreads(folder)) {
    process.stdout.write(`\n${path.join(folder, thread.file)}\n`);
    process.stdout.write(byStage(thread, options.n + options.warmUp));
    process.stdout.write(`\n${selfTimes(thread.profile)}`);
  }
  return [...results.values()].every(isFaultless);
}

type Thread = {
  readonly file: string;
  readonly profile: Profile;
  readonly stages: StageTimes;
  /** What a sampled microsecond is worth. */
  readonly worth: number;
  readonly cpuMicroseconds: number | undefined;
};

/**
 * Samples are taken by the clock: on a busy machine they find a thread that waits for its turn as well. The main
 * thread never blocks, so its own CPU says how much of a sampled time is work, there and on the other threads.
 */
async function readThreads(folder: string): Promise<readonly Thread[]> {
  const files = (await Array.fromAsync(glob('*.cpuprofile', { cwd: folder }))).toSorted();
  const read: Omit<Thread, 'worth'>[] = [];
  for (const file of files) {
    const profile = inSources(
      JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Profile,
    );
    const cpuMicroseconds = await cpuOfThread(folder, file);
    read.push({ file, profile, stages: stageTimes(profile), cpuMicroseconds });
  }
  const [main] = read;
  const worth = main === undefined ? 1 : (main.cpuMicroseconds ?? 0) / sumOf(main.stages);
  return read.map((thread) => ({ ...thread, worth }));
}

/** A server that runs from its build says the build's files, which have no folders. */
function inSources(profile: Profile): Profile {
  const nodes = profile.nodes.map((node) => ({ ...node, callFrame: sourceOf(node.callFrame) }));
  return { ...profile, nodes };
}

function sourceOf(frame: CallFrame): CallFrame {
  const [, built] = /\/dist\/server\/(.+)$/.exec(frame.url) ?? [];
  const place = built === undefined ? undefined : sourcePlace(`${built}:${frame.lineNumber + 1}`);
  const [, file = '', line = ''] = /^(.+):(\d+)$/.exec(place ?? '') ?? [];
  return file === '' ? frame : { ...frame, url: `/${file}`, lineNumber: Number(line) - 1 };
}

/**
 * A profile's name ends with process, thread and number: `CPU.20261123.090000.4711.0.001.cpuprofile`. A thread that was
 * ended from outside leaves nothing.
 */
async function cpuOfThread(folder: string, file: string): Promise<number | undefined> {
  const thread = file.split('.').at(-3) ?? '';
  const left = await readFile(path.join(folder, `thread-${thread}.cpu`), 'utf8').catch(() => '');
  return left === '' ? undefined : Number(left);
}

/** A commit waits for the disk, which is no work: it has what the rest of its thread leaves of the CPU. */
function byStage({ stages, worth, cpuMicroseconds }: Thread, messages: number): string {
  const others = sumOf(new Map([...stages].filter(([stage]) => stage !== commitStage)));
  const rows = [...stages].map(([stage, time]) => {
    const isCommit = stage === commitStage && cpuMicroseconds !== undefined;
    return [stage, isCommit ? cpuMicroseconds - others * worth : time * worth] as const;
  });
  const lines = rows
    .toSorted(([, a], [, b]) => b - a)
    .map(([stage, time]) => `${(time / messages).toFixed(1).padStart(7)} µs  ${stage}\n`);
  return `CPU a message by stage; "start" is what is spent once\n${lines.join('')}`;
}

function sumOf(times: StageTimes): number {
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}

/** Functions by the time in which they themselves ran, as a share of the time that was not idle. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    if (name === '(idle)') continue;
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const slowest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, shownMax);
  const lines = slowest.map(
    ([name, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}\n`,
  );
  return `${Math.round(total / 1_000)} ms at work\n${lines.join('')}`;
}

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  return `${name}  ${url.replace(/^.*\/(?=(?:src|node_modules)\/)/, '')}:${lineNumber + 1}`;
}

/** `profile`: one cell under V8's profiler, and the functions in which the threads were found. */
import { glob, mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { measure } from './cells.ts';
import { parley } from './contenders.ts';
import { figuresTable, isFaultless } from './figures.ts';
import type { BenchOptions } from './options.ts';

const shownMax = 40;

/** What V8 writes, as far as it is read here. */
type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export async function runProfile(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-profile-'));
  const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const { database } = options;
  const contender = parley(database === '' ? { nodeFlags } : { nodeFlags, server: database });
  const results = await measure([contender], {
    ...options,
    repetitions: 1,
    foreignPercentMax: 100,
  });
  process.stdout.write(figuresTable(results));
  for await (const file of glob('*.cpuprofile', { cwd: folder })) {
    const profile = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Profile;
    process.stdout.write(`\n${path.join(folder, file)}\n${selfTimes(profile)}`);
  }
  return [...results.values()].every(isFaultless);
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

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  return `${name}  ${url.replace(/^.*\/(?=(?:src|node_modules)\/)/, '')}:${lineNumber + 1}`;
}

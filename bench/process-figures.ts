/** What processes and the machine have used, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** USER_HZ, which Linux fixes at 100 for all that it shows to programs. */
const ticksPerSecond = 100;

export const cores = availableParallelism();

/** The process and all that it started. */
export function processTree(pid: number): readonly number[] {
  const children = attempt(() =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      numbers(readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')),
    ),
  );
  return [pid, ...(children ?? []).flatMap(processTree)];
}

/** Seconds that processes have spent, in their own code and in the kernel's; one that ended counts 0. */
export function cpuSeconds(pids: readonly number[]): number {
  return sum(pids.map((pid) => attempt(() => processCpuSeconds(pid)) ?? 0));
}

/** CPU by the names of threads, in µs. */
export type ThreadMicroseconds = ReadonlyMap<string, number>;

/** The main thread, the worker threads in the order of their start, and all others of V8 and libuv together. */
export function threadMicroseconds(pid: number): ThreadMicroseconds {
  const spent = new Map<string, number>();
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  let workers = 0;
  for (const thread of threads.toSorted((a, b) => a - b)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const comm = attempt(() => readFileSync(`${folder}/comm`, 'utf8')) ?? '';
    const isWorker = comm.startsWith('WorkerThread');
    if (isWorker) workers += 1;
    const name = thread === pid ? 'main' : isWorker ? `worker ${workers}` : 'others';
    const [ns = 0] = attempt(() => numbers(readFileSync(`${folder}/schedstat`, 'utf8'))) ?? [];
    spent.set(name, (spent.get(name) ?? 0) + ns / 1_000);
  }
  return spent;
}

/** The most memory that each has held, together. */
export function peakMegabytes(pids: readonly number[]): number {
  return sum(pids.map((pid) => attempt(() => statusMegabytes(pid, 'VmHWM')) ?? 0));
}

/** Seconds that the machine's cores have worked, for anybody. */
export function machineBusySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = numbers(
    line.replace(/^cpu/, ''),
  );
  return (user + nice + system + irq + softIrq + stolen) / ticksPerSecond;
}

/** The memory that each holds now, together. */
export function residentMegabytes(pids: readonly number[]): number {
  return sum(pids.map((pid) => attempt(() => statusMegabytes(pid, 'VmRSS')) ?? 0));
}

function processCpuSeconds(pid: number): number {
  // The name stands in brackets and may hold anything; the third field follows it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function statusMegabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const line = status.split('\n').find((each) => each.startsWith(`${name}:`)) ?? '';
  return Number(line.replace(/\D/g, '')) / 1024;
}

function numbers(text: string): number[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Processes end while they are looked at. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

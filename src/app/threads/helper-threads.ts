/**
 * Threads that all threads of the process share: V8 collects garbage and compiles in some, and libuv hashes passwords
 * and reads files in others. They work for some milliseconds at a time, and a request that is answered meanwhile would
 * wait for its core as long.
 */
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { nicenessBeside } from '#core/thread-priority.ts';

/** How Node names them (`comm` in proc(5)). */
const helperNames: readonly string[] = ['node-V8Worker', 'libuv-worker'];

/** Lets requests go before them. On Linux alone the priority is that of a thread (setpriority(2)). */
export async function lowerHelperThreads(folder = '/proc/self/task'): Promise<void> {
  if (process.platform !== 'linux') return;
  const niceness = nicenessBeside(getPriority());
  for (const thread of await helpersIn(folder)) setPriority(thread, niceness);
}

/**
 * None where the folder cannot be read: the server runs without, only less evenly. To list the folder libuv starts its
 * threads, all at once, so that they are in it.
 */
async function helpersIn(folder: string): Promise<readonly number[]> {
  try {
    const threads = await readdir(folder);
    const names = await Promise.all(threads.map((thread) => nameOf(folder, thread)));
    return threads.filter((_, at) => helperNames.includes(names[at] ?? '')).map(Number);
  } catch {
    return [];
  }
}

async function nameOf(folder: string, thread: string): Promise<string> {
  const name = await readFile(path.join(folder, thread, 'comm'), 'utf8');
  return name.trimEnd();
}

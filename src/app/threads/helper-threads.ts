/**
 * V8 collects garbage and compiles in threads of its own, which all threads of the process share. They work for a few
 * milliseconds at a time, and a request that is answered meanwhile would wait for its core as long.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { nicenessBeside } from './thread-plan.ts';

/** How Node names them (`comm` in proc(5)). */
const nameOfHelper = 'node-V8Worker';

/** Lets requests go before them. On Linux alone the priority is that of a thread (setpriority(2)). */
export function lowerHelperThreads(folder = '/proc/self/task'): void {
  if (process.platform !== 'linux') return;
  const niceness = nicenessBeside(getPriority());
  for (const thread of helpersIn(folder)) setPriority(thread, niceness);
}

/** None where the folder cannot be read: the server runs without, only less evenly. */
function helpersIn(folder: string): readonly number[] {
  try {
    const threads = readdirSync(folder);
    return threads.filter((thread) => nameOf(folder, thread) === nameOfHelper).map(Number);
  } catch {
    return [];
  }
}

function nameOf(folder: string, thread: string): string {
  return readFileSync(path.join(folder, thread, 'comm'), 'utf8').trimEnd();
}

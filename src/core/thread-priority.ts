/** Which thread has a core first, where cores are short: those that answer requests. */
import { constants, getPriority, setPriority } from 'node:os';

/** Of a thread that the main thread, whose niceness is given, goes before. */
export function nicenessBeside(niceness: number): number {
  return Math.min(niceness + 10, constants.priority.PRIORITY_LOW);
}

/** Lets requests go before the thread that calls. On Linux alone the priority is that of a thread (setpriority(2)). */
export function yieldToRequests(): void {
  // The main thread has the number of the process.
  if (process.platform === 'linux') setPriority(nicenessBeside(getPriority(process.pid)));
}

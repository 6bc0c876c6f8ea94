/**
 * Request ids: when the request came, so that what it brought is found by its time and needs no index, and 48
 * random bits, drawn many at a time because each draw is a system call.
 */
import { randomFillSync } from 'node:crypto';
import { systemClock } from './clock.ts';

const timeBytes = 6;
const chanceBytes = 6;
const idBytes = timeBytes + chanceBytes;
const pool = Buffer.alloc(idBytes * 512);
let used = pool.length;

export function makeRequestId(nowMs: number = systemClock.nowMs()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  pool.writeUIntBE(nowMs, used, timeBytes);
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
}

/** Undefined for what is no request id; one of a version before this names any time at all. */
export function instantOfRequest(id: string): number | undefined {
  return /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, timeBytes * 2), 16) : undefined;
}

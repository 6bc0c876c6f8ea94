/**
 * Request ids: when the request came, so that what it brought is found by its time and needs no index, and 48
 * random bits, drawn many at a time because each draw is a system call.
 */
import { randomFillSync } from 'node:crypto';
import { systemClock } from '#core/clock.ts';
import type { RequestHeaders } from './http-message.ts';

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

const clientIdCharactersMax = 128;

/**
 * The client's own id of its request, up to 128 printable characters of ASCII; undefined: it names none. What looks
 * like an API key is none, so that no log line and no row holds one.
 */
export function clientRequestId({ 'x-request-id': text = '' }: RequestHeaders): string | undefined {
  const isId = text.length <= clientIdCharactersMax && /^[\x20-\x7e]+$/.test(text);
  return isId && !/(?:live|test)_/.test(text) ? text : undefined;
}

/** Undefined for what is no request id; one of a version before this names any time at all. */
export function instantOfRequest(id: string): number | undefined {
  return /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, timeBytes * 2), 16) : undefined;
}

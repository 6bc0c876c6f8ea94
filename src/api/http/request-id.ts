/** Request ids: 96 bits of chance, drawn many at a time because each draw is a system call. */
import { randomFillSync } from 'node:crypto';

const idBytes = 12;
const pool = Buffer.alloc(idBytes * 512);
let used = pool.length;

export function makeRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
}

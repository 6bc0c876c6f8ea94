/**
 * A fixed piece of work, to measure others in: what a busy machine does to it, it does to them. It is made of what a
 * message is made of: JSON, texts looked up in maps, digests, buffers and calls of the kernel.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';

const runs = 1_500;

const document = {
  apiKey: 'live_0123456789abcdef0123456789abcdef',
  phoneNumbers: '+37060000001',
  message: 'Your order 4711 has left our warehouse and will reach you tomorrow between 9 and 12.',
  tags: ['order', 'dispatch'],
};

/** CPU of this thread for the work, in µs. */
export function calibrate(): number {
  const nowhere = openSync('/dev/null', 'w');
  const before = process.threadCpuUsage();
  const seen = new Map<string, number>();
  for (let run = 0; run < runs; run += 1) {
    const read = JSON.parse(JSON.stringify({ ...document, id: run })) as typeof document;
    const key = createHash('sha256').update(read.apiKey).update(String(run)).digest('base64url');
    seen.set(key, run);
    seen.set(read.message.slice(run % 40), run);
    writeSync(nowhere, Buffer.from(read.message));
  }
  const { user, system } = process.threadCpuUsage(before);
  closeSync(nowhere);
  return user + system;
}

/**
 * Loaded into a server that is measured (`--import`): tells on a socket what the process has used of the CPU, and how
 * many octets its threads have ever allocated in their heaps, those that were collected since included.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

export type Used = { readonly cpuMicroseconds: number; readonly allocatedBytes: number };

type Told = { readonly thread: number; readonly allocatedBytes: number };

const socket = process.env['BENCH_PROBE'];
/** A thread that does not answer within so long has ended, or is busy: what it said last is taken. */
const patienceMs = 100;

/** Node 26 has the figure; its types do not. */
function allocatedBytes(): number {
  return (getHeapStatistics() as unknown as { total_allocated_bytes: number })
    .total_allocated_bytes;
}

if (socket !== undefined) {
  const channel = new BroadcastChannel('bench-probe');
  if (isMainThread) serve(channel, socket);
  else answer(channel);
}

/** Without keeping its thread alive. */
function hear(channel: BroadcastChannel, take: (data: unknown) => void): void {
  channel.addEventListener('message', (event) => take((event as { data: unknown }).data));
  channel.unref();
}

function answer(channel: BroadcastChannel): void {
  const tell = (): void =>
    channel.postMessage({ thread: threadId, allocatedBytes: allocatedBytes() } satisfies Told);
  hear(channel, (data) => {
    if (data === 'tell') tell();
  });
  tell();
}

function serve(channel: BroadcastChannel, path: string): void {
  const last = new Map<number, number>();
  hear(channel, (data) => {
    const { thread, allocatedBytes: bytes } = data as Told;
    last.set(thread, bytes);
  });
  rmSync(path, { force: true });
  const server = createServer((connection) => {
    channel.postMessage('tell');
    setTimeout(() => {
      const { user, system } = process.cpuUsage();
      const threads = [...last.values()].reduce((sum, bytes) => sum + bytes, 0);
      const used = {
        cpuMicroseconds: user + system,
        allocatedBytes: allocatedBytes() + threads,
      } satisfies Used;
      connection.end(JSON.stringify(used));
    }, patienceMs);
    connection.on('error', () => connection.destroy());
  });
  server.listen(path);
  server.unref();
}

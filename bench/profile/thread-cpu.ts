/** Loaded into a server under the profiler (`--import`): each thread leaves the CPU that it has used, in µs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';

const folder = process.env['BENCH_THREAD_CPU'];

if (folder !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.threadCpuUsage();
    writeFileSync(path.join(folder, `thread-${threadId}.cpu`), String(user + system));
  });
}

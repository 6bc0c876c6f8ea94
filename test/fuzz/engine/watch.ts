/** Runs a target in a thread, so that an input that never ends, or eats all memory, is known and kept. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { keepInput } from './corpus.ts';
import type { Bounds, Figures } from './loop.ts';
import { sharedHeadBytes, type ThreadWish } from './shared.ts';

/** An input that has run for so long will not end; a machine with others may stop for a while. */
const hungMs = 30_000;
const lookEveryMs = 500;
const megabytesMax = 1_024;
/** As deep as the program's main thread: a thread has four times as much. */
const stackSizeMb = 1;
const inputBytesMax = 131_072;

/** Undefined: the thread ended or hung; the sentence was told, and the input kept. */
export async function fuzzTarget(
  name: string,
  bounds: Bounds,
  tell: (sentence: string) => void,
): Promise<Figures | undefined> {
  const shared = new SharedArrayBuffer(sharedHeadBytes + inputBytesMax);
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { name, bounds, shared } satisfies ThreadWish,
    resourceLimits: { maxOldGenerationSizeMb: megabytesMax, stackSizeMb },
  });
  const over = new AbortController();
  const ended = once(worker, 'message', { signal: over.signal }).then(
    ([figures]) => figures as Figures,
  );
  const { signal } = over;
  const failed = (async () => {
    const [error] = (await once(worker, 'error', { signal })) as [Error];
    return `the thread ended: ${error.stack ?? error.message}`;
  })();
  const hung = watch(shared, signal).then(() => `an input has run for ${hungMs / 1_000} s`);
  for (const each of [ended, failed, hung]) each.catch(() => undefined);
  const outcome = await Promise.race([ended, failed, hung]);
  over.abort();
  await worker.terminate();
  if (typeof outcome !== 'string') return outcome;
  tell(`${name}: ${outcome}; its input is ${keepInput('broken', name, lastInput(shared))}`);
  return undefined;
}

/** Ends when no input has begun for too long. */
async function watch(shared: SharedArrayBuffer, signal: AbortSignal): Promise<void> {
  const head = new Int32Array(shared, 0, 2);
  let seen = -1;
  for (let quietMs = 0; quietMs < hungMs; quietMs += lookEveryMs) {
    const begun = Atomics.load(head, 0);
    if (begun !== seen) quietMs = 0;
    seen = begun;
    await pause(lookEveryMs, undefined, { signal });
  }
}

function lastInput(shared: SharedArrayBuffer): Buffer {
  const [, bytes = 0] = new Int32Array(shared, 0, 2);
  return Buffer.from(Buffer.from(shared, sharedHeadBytes, bytes));
}

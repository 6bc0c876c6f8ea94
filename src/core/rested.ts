/** Work that nobody waits for takes a twentieth of the time at the most. */
import type { Clock } from './clock.ts';

/** The longest rest between two slices, however long the last one took. */
const restMs = { least: 20, most: 2_000 };
const restTimes = 19;

/** What the work gives, after a rest that is nineteen times as long as it took. */
export async function rested<Value>(
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const begunAtMs = clock.monotonicMs();
  const value = await work;
  const tookMs = clock.monotonicMs() - begunAtMs;
  const wished = Math.max(restMs.least, tookMs * restTimes);
  await clock.sleep(Math.min(restMs.most, wished), signal);
  return value;
}

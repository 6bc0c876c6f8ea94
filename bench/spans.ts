/** How long something takes, many times over. */
import { must } from '#core/assert.ts';

/** In ms, one after the other. */
export async function times(
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const spent: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await work(index);
    spent.push(performance.now() - startedAt);
  }
  return spent;
}

export function p99(spansMs: readonly number[]): number {
  return Number(at(spansMs, 0.99).toFixed(2));
}

export function at(spansMs: readonly number[], share: number): number {
  const sorted = spansMs.toSorted((a, b) => a - b);
  return must(sorted[Math.floor(sorted.length * share)], 'span');
}

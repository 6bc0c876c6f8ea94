/** Waiting between two looks at something: unlike the Clock's, this keeps the process alive. */
import { setTimeout as sleep } from 'node:timers/promises';

export function pause(ms: number): Promise<void> {
  return sleep(ms);
}

/** Looks until there is something. */
export async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20);
  }
}

/** The parts whose reports are awaited, in memory: the usual receipt finds its part without a read. */
import type { SubmittedPart } from './message-store.ts';

/** About 250 bytes each; older ones are found in the table. */
const awaitedMax = 100_000;
/** Operators repeat receipts at once, if at all. */
const settledMax = 20_000;

export class AwaitedParts {
  readonly #awaited = new Map<string, SubmittedPart>();
  readonly #settled = new Set<string>();

  add(operatorId: number, remoteId: string, part: SubmittedPart): void {
    if (this.#awaited.size >= awaitedMax) this.#awaited.delete(oldest(this.#awaited.keys()));
    this.#awaited.set(keyOf(operatorId, remoteId), part);
  }

  find(operatorId: number, remoteId: string): SubmittedPart | undefined {
    return this.#awaited.get(keyOf(operatorId, remoteId));
  }

  /** Its final report is stored: another one is a repeat. */
  settle(operatorId: number, remoteId: string): void {
    const key = keyOf(operatorId, remoteId);
    this.#awaited.delete(key);
    if (this.#settled.size >= settledMax) this.#settled.delete(oldest(this.#settled.keys()));
    this.#settled.add(key);
  }

  isSettled(operatorId: number, remoteId: string): boolean {
    return this.#settled.has(keyOf(operatorId, remoteId));
  }
}

function keyOf(operatorId: number, remoteId: string): string {
  return `${operatorId}/${remoteId}`;
}

function oldest(keys: Iterator<string>): string {
  return keys.next().value ?? '';
}

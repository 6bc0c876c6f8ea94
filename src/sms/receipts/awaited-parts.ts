/** The parts whose reports are awaited, in memory: the usual receipt finds its part without a read. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { SubmittedPart } from '#sms/message-store.ts';

/** About 250 bytes each; older ones are found in the table. */
const awaitedMax = 100_000;
/** Operators repeat receipts at once, if at all. */
const settledMax = 20_000;

export class AwaitedParts {
  readonly #awaited = new BoundedMap<string, SubmittedPart>(awaitedMax);
  readonly #settled = new BoundedMap<string, true>(settledMax);

  add(operatorId: number, remoteId: string, part: SubmittedPart): void {
    const key = keyOf(operatorId, remoteId);
    // Operators use their ids again: what was settled under it was another part.
    this.#settled.delete(key);
    this.#awaited.set(key, part);
  }

  find(operatorId: number, remoteId: string): SubmittedPart | undefined {
    return this.#awaited.get(keyOf(operatorId, remoteId));
  }

  /** Its final report is stored: another one is a repeat, unless the id has become another part's. */
  settle(operatorId: number, remoteId: string, { submittedPartId }: SubmittedPart): void {
    const key = keyOf(operatorId, remoteId);
    const awaited = this.#awaited.get(key);
    if (awaited !== undefined && awaited.submittedPartId !== submittedPartId) return;
    this.#awaited.delete(key);
    this.#settled.set(key, true);
  }

  isSettled(operatorId: number, remoteId: string): boolean {
    return this.#settled.get(keyOf(operatorId, remoteId)) === true;
  }
}

function keyOf(operatorId: number, remoteId: string): string {
  return `${operatorId}/${remoteId}`;
}

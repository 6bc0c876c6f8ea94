/** The parts whose reports are awaited, in memory: the usual receipt finds its part without a read. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { SubmittedPart } from '#sms/message-store.ts';

/** Of each operator, those included whose report has come. About 250 bytes each; older ones are found in the table. */
const partsMax = 100_000;

/** Operators repeat receipts at once, if at all. */
type Standing = SubmittedPart | 'settled';

export class AwaitedParts {
  /** By the id alone, as it came: a key made for each look-up has to be hashed each time. */
  readonly #byOperator = new Map<number, BoundedMap<string, Standing>>();

  /** Operators use their ids again: what was settled under it was another part. */
  add(operatorId: number, remoteId: string, part: SubmittedPart): void {
    this.#of(operatorId).set(remoteId, part);
  }

  find(operatorId: number, remoteId: string): SubmittedPart | undefined {
    const standing = this.#of(operatorId).get(remoteId);
    return standing === 'settled' ? undefined : standing;
  }

  /** Its final report is stored: another one is a repeat, unless the id has become another part's. */
  settle(operatorId: number, remoteId: string, { submittedPartId }: SubmittedPart): void {
    const awaited = this.find(operatorId, remoteId);
    if (awaited !== undefined && awaited.submittedPartId !== submittedPartId) return;
    this.#of(operatorId).set(remoteId, 'settled');
  }

  isSettled(operatorId: number, remoteId: string): boolean {
    return this.#of(operatorId).get(remoteId) === 'settled';
  }

  #of(operatorId: number): BoundedMap<string, Standing> {
    const standing = this.#byOperator.get(operatorId);
    if (standing !== undefined) return standing;
    const made = new BoundedMap<string, Standing>(partsMax);
    this.#byOperator.set(operatorId, made);
    return made;
  }
}

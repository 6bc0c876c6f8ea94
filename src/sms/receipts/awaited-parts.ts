/** The parts whose reports are awaited, in memory: the usual receipt finds its part without a read. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { SubmittedPart } from '#sms/message-store.ts';

/** Of each operator, those included whose report has come. About 250 bytes each; older ones are found in the table. */
const partsMax = 100_000;

/** Operators repeat receipts at once, if at all: of a part that is settled its phone is left. */
type Standing = SubmittedPart | PhoneNumber;

export class AwaitedParts {
  /** By the id alone, as it came: a key made for each look-up has to be hashed each time. */
  readonly #byOperator = new Map<number, BoundedMap<string, Standing>>();

  /** Operators use their ids again: what was settled under it was another part. */
  add(operatorId: number, remoteId: string, part: SubmittedPart): void {
    this.#of(operatorId).set(remoteId, part);
  }

  find(operatorId: number, remoteId: string): SubmittedPart | undefined {
    const standing = this.#of(operatorId).get(remoteId);
    return typeof standing === 'string' ? undefined : standing;
  }

  /** Its final report is stored: another one is a repeat, unless the id has become another part's. */
  settle(operatorId: number, remoteId: string, { submittedPartId, phone }: SubmittedPart): void {
    const awaited = this.find(operatorId, remoteId);
    if (awaited !== undefined && awaited.submittedPartId !== submittedPartId) return;
    this.#of(operatorId).set(remoteId, phone);
  }

  /** The phone of the part that is settled under this id; undefined: there is none. */
  settledPhone(operatorId: number, remoteId: string): PhoneNumber | undefined {
    const standing = this.#of(operatorId).get(remoteId);
    return typeof standing === 'string' ? standing : undefined;
  }

  #of(operatorId: number): BoundedMap<string, Standing> {
    const standing = this.#byOperator.get(operatorId);
    if (standing !== undefined) return standing;
    const made = new BoundedMap<string, Standing>(partsMax);
    this.#byOperator.set(operatorId, made);
    return made;
  }
}

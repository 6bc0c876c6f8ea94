/** Parts whose answer did not come in time: a late answer is still an answer. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';

/** The part's job outlives the time in which its late answer may come. */
const lateMax = 10_000;

type LatePart = {
  readonly owed: Owed<OutgoingPart>;
  /** Its job is gone already; what else is answered for it is recorded all the same. */
  settled: boolean;
};

export class LateParts {
  readonly #parts = new BoundedMap<number, LatePart>(lateMax);

  remember(owed: Owed<OutgoingPart>): void {
    const partId = owed.job.subject;
    if (this.#parts.get(partId) === undefined) this.#parts.set(partId, { owed, settled: false });
  }

  find(partId: number): Owed<OutgoingPart> | undefined {
    return this.#parts.get(partId)?.owed;
  }

  /** Whether this is the first time: a part that was sent twice may be answered for twice. */
  settle({ job }: Owed<OutgoingPart>): boolean {
    const late = this.#parts.get(job.subject);
    if (late === undefined) return true;
    const isFirst = !late.settled;
    late.settled = true;
    return isFirst;
  }
}

/** Parts of one text that were refused: they wait for one another, so that they leave together or not at all. */
import type { Clock } from '#core/clock.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';

/** All parts of one recipient that are still owed. */
export type Group = readonly [Owed<OutgoingPart>, ...Owed<OutgoingPart>[]];

/** How long parts of one text wait for one another. */
const gatherMs = 10_000;
/** Texts of which some parts were refused, gathering the others. */
const gatheringMax = 10_000;

type Gathering = {
  readonly parts: Map<number, Owed<OutgoingPart>>;
  readonly moved: PromiseWithResolvers<boolean>;
};

export class Gatherings {
  readonly #clock: Clock;
  /** By recipient. */
  readonly #open = new Map<number, Gathering>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for the other parts; the last of the text's `submits` moves them all, in their order. Answers
   * whether they moved, and rejects with the move's error, each part alike.
   */
  async join(
    owed: Owed<OutgoingPart>,
    submits: number,
    move: (group: Group) => Promise<boolean>,
  ): Promise<boolean> {
    const { id } = owed.load.recipient;
    if (!this.#open.has(id) && this.#open.size >= gatheringMax) return false;
    const { parts, moved } = this.#open.get(id) ?? this.#begin(id);
    parts.set(owed.load.part, owed);
    if (parts.size === submits) {
      this.#open.delete(id);
      const group = [...parts.values()].toSorted((a, b) => a.load.part - b.load.part);
      move(group as [Owed<OutgoingPart>]).then(moved.resolve, moved.reject);
    }
    return moved.promise;
  }

  #begin(recipientId: number): Gathering {
    const gathering: Gathering = { parts: new Map(), moved: Promise.withResolvers() };
    this.#open.set(recipientId, gathering);
    // The others were taken, or will be asked about later: this text stays with its operator.
    this.#clock.after(gatherMs, () => {
      if (this.#open.get(recipientId) !== gathering) return;
      this.#open.delete(recipientId);
      gathering.moved.resolve(false);
    });
    return gathering;
  }
}

/**
 * Deliveries that an operator may bring again though they are stored: its link broke before our OK is
 * sure to have left, or storing took so long that it was asked to come again.
 *
 * People do send the same text twice, so nothing else counts as a repeat. What a process before this one
 * has left unanswered is for `unanswered.ts`.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';

/** What an operator keeps is brought again within this. */
const rememberedMs = 600_000;
/** An OK that was given so long before its link broke has left. */
const inDoubtMs = 10_000;
/** The session asks the operator to come again after this. */
const overdueMs = 2_000;
/** Of one link, within the time in doubt; past it the oldest are taken for answered. */
const recentMax = 1_000;
const rememberedMax = 20_000;

type Taken = { readonly key: string; readonly takenAtMs: number };

/** One connection from its bind to its end, as its holder tells it from others. */
export type LinkKey = object;

export class Redeliveries {
  readonly #clock: Clock;
  /** By what they say: until when they are known. */
  readonly #remembered = new BoundedMap<string, number>(rememberedMax);
  readonly #recent = new WeakMap<LinkKey, Taken[]>();
  readonly #lost = new WeakSet<LinkKey>();
  #inDoubtUntilMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether something may still be brought again that is known here alone. */
  get isInDoubt(): boolean {
    return this.#clock.monotonicMs() < this.#inDoubtUntilMs;
  }

  /** Whether this was stored already; it counts once. */
  isRepeat(key: string): boolean {
    const untilMs = this.#remembered.get(key);
    if (untilMs === undefined) return false;
    this.#remembered.delete(key);
    return this.#clock.monotonicMs() < untilMs;
  }

  /** It is stored, and its OK is about to leave. */
  stored(key: string, receivedAtMs: number, link: LinkKey): void {
    const nowMs = this.#clock.monotonicMs();
    const isOverdue = nowMs - receivedAtMs >= overdueMs;
    if (isOverdue || this.#lost.has(link)) this.#remember(key);
    else this.#note({ key, takenAtMs: nowMs }, link);
  }

  linkLost(link: LinkKey): void {
    const sinceMs = this.#clock.monotonicMs() - inDoubtMs;
    for (const { key, takenAtMs } of this.#recent.get(link) ?? []) {
      if (takenAtMs >= sinceMs) this.#remember(key);
    }
    this.#recent.delete(link);
    this.#lost.add(link);
  }

  #note(taken: Taken, link: LinkKey): void {
    const recent = this.#recent.get(link) ?? [];
    if (recent.length >= recentMax) recent.splice(0, recentMax / 2);
    recent.push(taken);
    this.#recent.set(link, recent);
  }

  #remember(key: string): void {
    this.#inDoubtUntilMs = this.#clock.monotonicMs() + rememberedMs;
    this.#remembered.set(key, this.#inDoubtUntilMs);
  }
}

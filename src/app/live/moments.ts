/** Who of the pages listens to which account, here and in other processes; nobody else costs anything. */

import type { Clock } from '#core/clock.ts';
import type { Hints } from '#queue/hints.ts';
import type { Moment, MomentSource } from '#webhooks/live/moment.ts';
import { Neighbours } from './neighbours.ts';

export type MomentsPorts = { readonly clock: Clock; readonly hints: Hints | undefined };

export class Moments implements MomentSource, Disposable {
  readonly #ears = new Map<number, Set<(moment: Moment) => void>>();
  readonly #neighbours: Neighbours | undefined;

  constructor({ clock, hints }: MomentsPorts) {
    const ports = { clock, listening: () => [...this.#ears.keys()] };
    this.#neighbours = hints && new Neighbours({ ...ports, hints });
  }

  /** Nobody listens anywhere: there is no need to look at what happens. */
  get isSilent(): boolean {
    return this.#ears.size === 0 && this.#neighbours?.isSilent !== false;
  }

  isHeard(accountId: number): boolean {
    return this.#ears.has(accountId) || this.#neighbours?.isHeard(accountId) === true;
  }

  /** Right after the commit. */
  publish(moment: Moment): void {
    this.#hear(moment);
    this.#neighbours?.pass(moment);
  }

  listen(accountId: number, hear: (moment: Moment) => void): Disposable {
    const ears = this.#ears.get(accountId) ?? new Set();
    this.#ears.set(accountId, ears.add(hear));
    this.#neighbours?.announce();
    return {
      [Symbol.dispose]: () => {
        ears.delete(hear);
        if (ears.size === 0 && this.#ears.get(accountId) === ears) this.#ears.delete(accountId);
      },
    };
  }

  /** What another process tells. */
  take(text: string): void {
    for (const moment of this.#neighbours?.take(text) ?? []) this.#hear(moment);
  }

  [Symbol.dispose](): void {
    this.#neighbours?.[Symbol.dispose]();
  }

  #hear(moment: Moment): void {
    for (const hear of this.#ears.get(moment.accountId) ?? []) hear(moment);
  }
}

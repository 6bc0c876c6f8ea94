/** How fast each user may submit, by SMPP and HTTP together, in this process. */
import type { Clock } from '#core/clock.ts';
import { RateLimit } from './rate-limit.ts';
import type { Customer } from './smpp-user.ts';

export class CustomerRates {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #rates = new Map<number, RateLimit>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  mayTake({ user }: Customer, recipients: number): boolean {
    const { ratePerSecond } = user.settings;
    if (ratePerSecond === null) return true;
    const nowMs = this.#clock.monotonicMs();
    const standing = this.#rates.get(user.id);
    const rate = standing ?? new RateLimit(ratePerSecond, nowMs);
    if (standing === undefined) this.#rates.set(user.id, rate);
    return rate.mayTake(recipients, nowMs);
  }

  /** Settings may have changed. */
  apply(): void {
    this.#rates.clear();
  }
}

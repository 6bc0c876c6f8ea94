/** How fast each user may submit, by SMPP and HTTP together, in this process. */
import type { Clock } from '#core/clock.ts';
import { type Customer, keyIdOf } from './smpp-user.ts';

export type CustomerRatePorts = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Seconds until an account's key may ask again, by the limits of both; undefined: now is fine. */
  readonly refuseRequest: (accountId: number, keyId: number) => number | undefined;
};

export class CustomerRates {
  readonly #ports: CustomerRatePorts;
  readonly #rates = new Map<number, RateLimit>();

  constructor(ports: CustomerRatePorts) {
    this.#ports = ports;
  }

  /** One request for so many. What limits the requests of keys limits these as well. */
  mayTake(customer: Customer, recipients: number): boolean {
    const { account, user } = customer;
    return (
      this.#isSlowEnough(customer, recipients) &&
      this.#ports.refuseRequest(account.id, keyIdOf(user)) === undefined
    );
  }

  #isSlowEnough({ user }: Customer, recipients: number): boolean {
    const { ratePerSecond } = user.settings;
    if (ratePerSecond === null) return true;
    const nowMs = this.#ports.clock.monotonicMs();
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

/** A token bucket: so many a second on average, and at once what one second allows. */

class RateLimit {
  readonly #perSecond: number;
  #tokens: number;
  #filledAtMs: number;

  /** `nowMs` is of a clock that does not jump. */
  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#filledAtMs = nowMs;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Takes them if the bucket is not empty; what goes beyond it is owed to the seconds that follow. */
  mayTake(count: number, nowMs: number): boolean {
    const grown = ((nowMs - this.#filledAtMs) * this.#perSecond) / 1_000;
    this.#tokens = Math.min(this.#perSecond, this.#tokens + grown);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= count;
    return true;
  }
}

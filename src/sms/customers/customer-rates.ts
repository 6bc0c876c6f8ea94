/** How fast each user may submit, by SMPP and HTTP together, in this process. */
import type { Clock } from '#core/clock.ts';
import { RateLimit } from './rate-limit.ts';
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

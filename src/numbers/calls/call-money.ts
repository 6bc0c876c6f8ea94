/**
 * The money of a call that goes on: set aside before it begins, more of it before that is used up, and
 * at the end exactly what the seconds cost.
 */
import type { Clock } from '#core/clock.ts';
import { type Millionths, zero } from '#core/money.ts';
import { billedSeconds, costOf, type PriceSteps } from './call-price.ts';
import type { CallStore } from './call-record.ts';

const firstReserveS = 120;
const nextReserveS = 60;
/** More is asked for so long before what there is runs out. */
const earlyMs = 30_000;

export type MoneyPorts = {
  readonly calls: Pick<CallStore, 'reserveMore'>;
  readonly clock: Clock;
};

export function firstReserve(price: PriceSteps): Millionths {
  return costOf(billedSeconds(firstReserveS * 1_000, price), price.perMinute);
}

export class CallMoney {
  readonly #callId: number;
  readonly #price: PriceSteps;
  readonly #ports: MoneyPorts;
  readonly #ended = new AbortController();
  #answeredAtMs: number | undefined;

  constructor(callId: number, price: PriceSteps, ports: MoneyPorts) {
    this.#callId = callId;
    this.#price = price;
    this.#ports = ports;
  }

  /** Billing begins; `spent` is told once, when the money is used up. */
  answered(spent: () => void): void {
    if (this.#answeredAtMs !== undefined) return;
    this.#answeredAtMs = this.#ports.clock.monotonicMs();
    if (this.#price.perMinute === 0) return;
    void this.#keepPaid(spent);
  }

  /** What the call has cost until now; 0 if nobody answered. */
  end(): { readonly billedS: number; readonly cost: Millionths } {
    this.#ended.abort(new Error('The call has ended'));
    if (this.#answeredAtMs === undefined) return { billedS: 0, cost: zero };
    const ms = this.#ports.clock.monotonicMs() - this.#answeredAtMs;
    const billedS = billedSeconds(ms, this.#price);
    return { billedS, cost: costOf(billedS, this.#price.perMinute) };
  }

  async #keepPaid(spent: () => void): Promise<void> {
    const { clock } = this.#ports;
    let paidMs = firstReserveS * 1_000;
    for (let n = 1; ; n += 1) {
      const elapsedMs = clock.monotonicMs() - (this.#answeredAtMs ?? 0);
      if (!(await this.#rest(paidMs - earlyMs - elapsedMs))) return;
      const more = await this.#reserve(n);
      if (!more) {
        const leftMs = paidMs - (clock.monotonicMs() - (this.#answeredAtMs ?? 0));
        if (await this.#rest(leftMs)) spent();
        return;
      }
      paidMs += nextReserveS * 1_000;
    }
  }

  /** A storage that is away gives no more money: the call ends when what it has is used up. */
  async #reserve(n: number): Promise<boolean> {
    const { calls, clock } = this.#ports;
    const amount = costOf(billedSeconds(nextReserveS * 1_000, this.#price), this.#price.perMinute);
    try {
      return await calls.reserveMore(this.#callId, n, amount, clock.nowMs());
    } catch {
      return false;
    }
  }

  /** False when the call has ended meanwhile. */
  async #rest(ms: number): Promise<boolean> {
    try {
      await this.#ports.clock.sleep(Math.max(0, ms), this.#ended.signal);
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * The money of a call that goes on: set aside before it begins, more of it before that is used up, and
 * at the end exactly what the seconds cost.
 */
import type { Clock, Timer } from '#core/clock.ts';
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

/** So much of the call is paid for; `n` is what is set aside next. */
type Paid = { readonly n: number; readonly paidMs: number };

export function firstReserve(price: PriceSteps): Millionths {
  return costOf(billedSeconds(firstReserveS * 1_000, price), price.perMinute);
}

export class CallMoney {
  readonly #callId: number;
  readonly #price: PriceSteps;
  readonly #ports: MoneyPorts;
  #answeredAtMs: number | undefined;
  #timer: Timer | undefined;
  #isEnded = false;

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
    this.#keepPaid({ n: 1, paidMs: firstReserveS * 1_000 }, spent);
  }

  /** What the call has cost until now; 0 if nobody answered. */
  end(): { readonly billedS: number; readonly cost: Millionths } {
    this.#isEnded = true;
    this.#timer?.cancel();
    if (this.#answeredAtMs === undefined) return { billedS: 0, cost: zero };
    const billedS = billedSeconds(this.#elapsedMs, this.#price);
    return { billedS, cost: costOf(billedS, this.#price.perMinute) };
  }

  get #elapsedMs(): number {
    return this.#ports.clock.monotonicMs() - (this.#answeredAtMs ?? 0);
  }

  #keepPaid(paid: Paid, spent: () => void): void {
    this.#after(paid.paidMs - earlyMs, () => void this.#payMore(paid, spent));
  }

  async #payMore({ n, paidMs }: Paid, spent: () => void): Promise<void> {
    const isPaid = await this.#reserve(n);
    if (isPaid) this.#keepPaid({ n: n + 1, paidMs: paidMs + nextReserveS * 1_000 }, spent);
    else this.#after(paidMs, spent);
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

  /** When the call has lasted so long, unless it has ended by then. */
  #after(ms: number, action: () => void): void {
    if (this.#isEnded) return;
    this.#timer = this.#ports.clock.after(Math.max(0, ms - this.#elapsedMs), action);
  }
}

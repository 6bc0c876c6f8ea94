/**
 * The money of a call that goes on: set aside before it begins, more of it before that is used up, and
 * at the end exactly what the seconds cost, which is never more than what was set aside.
 */
import { dropped } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { type Millionths, zero } from '#core/money.ts';
import { callWork } from '../call-boundaries.ts';
import { affordableSeconds, billedSeconds, costOf, type PriceSteps } from './call-price.ts';
import type { CallStore } from './call-record.ts';

const firstReserveS = 120;
const nextReserveS = 60;
/** More is asked for so long before what there is runs out. */
const earlyMs = 30_000;

export type MoneyPorts = { readonly calls: Pick<CallStore, 'reserveMore'>; readonly clock: Clock };

export function firstReserve(price: PriceSteps): Millionths {
  return costOf(billedSeconds(firstReserveS * 1_000, price), price.perMinute);
}

export class CallMoney {
  readonly #callId: number;
  readonly #price: PriceSteps;
  readonly #ports: MoneyPorts;
  #reserved: Millionths;
  #answeredAtMs: number | undefined;
  #timers: readonly Timer[] = [];
  #isEnded = false;

  /** `reserved` is what has been set aside before the call began. */
  constructor(
    callId: number,
    { price, reserved }: { readonly price: PriceSteps; readonly reserved: Millionths },
    ports: MoneyPorts,
  ) {
    this.#callId = callId;
    this.#price = price;
    this.#reserved = reserved;
    this.#ports = ports;
  }

  /** Billing begins; `spent` is told once, when the money is used up. */
  answered(spent: () => void): void {
    if (this.#answeredAtMs !== undefined) return;
    this.#answeredAtMs = this.#ports.clock.monotonicMs();
    if (this.#price.perMinute > 0) this.#keepPaid(1, spent);
  }

  /**
   * What the call has cost until now; 0 if nobody answered. A call is told to end when its money is used up, and
   * what it lasts beyond that is not billed: with steps of a minute a second more would be one of them.
   */
  end(): { readonly billedS: number; readonly cost: Millionths } {
    this.#isEnded = true;
    for (const timer of this.#timers) timer.cancel();
    if (this.#answeredAtMs === undefined) return { billedS: 0, cost: zero };
    const billedS = Math.min(billedSeconds(this.#elapsedMs, this.#price), this.#paidS);
    return { billedS, cost: costOf(billedS, this.#price.perMinute) };
  }

  get #elapsedMs(): number {
    return this.#ports.clock.monotonicMs() - (this.#answeredAtMs ?? 0);
  }

  /** Whole steps of the price, so that a hang-up at any moment before its end is paid for. */
  get #paidS(): number {
    return affordableSeconds(this.#reserved, this.#price);
  }

  /** `n` counts what is set aside. */
  #keepPaid(n: number, spent: () => void): void {
    if (this.#isEnded) return;
    const paidMs = this.#paidS * 1_000;
    // Without more the call ends when what it has is used up.
    const more = callWork.guard(() => this.#payMore(n, spent), dropped);
    this.#timers = [this.#when(paidMs - earlyMs, more), this.#when(paidMs, spent)];
  }

  async #payMore(n: number, spent: () => void): Promise<void> {
    const wantedS = billedSeconds((this.#paidS + nextReserveS) * 1_000, this.#price);
    const wanted = costOf(wantedS, this.#price.perMinute);
    if (!(await this.#reserve(n, (wanted - this.#reserved) as Millionths))) return;
    this.#reserved = wanted;
    for (const timer of this.#timers) timer.cancel();
    this.#keepPaid(n + 1, spent);
  }

  /** A storage that is away gives no more money: the call ends when what it has is used up. */
  async #reserve(n: number, amount: Millionths): Promise<boolean> {
    const { calls, clock } = this.#ports;
    try {
      return await calls.reserveMore(this.#callId, n, amount, clock.nowMs());
    } catch {
      return false;
    }
  }

  /** When the call has lasted so long. */
  #when(ms: number, action: () => void): Timer {
    return this.#ports.clock.after(Math.max(0, ms - this.#elapsedMs), action);
  }
}

/**
 * A call that is stored and paid for, from the commit that begins it to the one that ends it. Between
 * them money is set aside; the caller who begins one ends it, whatever breaks in between.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log, type LogFields } from '#core/log.ts';
import { type Millionths, zero } from '#core/money.ts';
import type { CallEndings } from './call-endings.ts';
import { CallMoney } from './call-money.ts';
import type { PriceSteps } from './call-price.ts';
import type { CallEnd, CallStore, EndCause, NewCall } from './call-record.ts';

/** What is known of an end besides when it was and what it cost. */
export type Ended = Omit<CallEnd, 'endedAtMs' | 'billedS' | 'cost'>;

/** Of a call that nobody took. */
export const unanswered: Ended = {
  cause: 'no_answer',
  sipStatus: 480,
  trunkOut: '',
  ringingAtMs: null,
  answeredAtMs: null,
  rule: '',
};

/** Of a call that was over before anything was done with it. */
export function endedEarly(cause: EndCause): Ended {
  return { ...unanswered, cause, sipStatus: cause === 'caller_cancelled' ? 487 : 503 };
}

/** What the log says of a call that is over. */
export function endedLine(
  { id, accountId, kind, trunkIn, startedAtMs }: NewCall,
  { cause, sipStatus, rule, trunkOut, billedS, endedAtMs }: CallEnd,
): LogFields {
  const durationMs = endedAtMs - startedAtMs;
  const ways = { kind, trunkIn, trunkOut };
  return { callId: id, account: accountId, ...ways, cause, sipStatus, rule, billedS, durationMs };
}

export type PaidCallPorts = {
  readonly calls: CallStore;
  readonly endings: Pick<CallEndings, 'save'>;
  readonly clock: Clock;
  readonly log: Log;
};

export class PaidCall {
  readonly #call: NewCall;
  readonly #reserve: Millionths;
  readonly #ports: PaidCallPorts;
  #money: CallMoney | undefined;
  #answeredAtMs: number | null = null;
  #isEnded = false;

  private constructor(call: NewCall, reserve: Millionths, ports: PaidCallPorts) {
    this.#call = call;
    this.#reserve = reserve;
    this.#ports = ports;
  }

  /** Undefined where the balance is too low. A commit whose answer was lost may have been kept: it is ended. */
  static async begin(
    call: NewCall,
    reserve: Millionths,
    ports: PaidCallPorts,
  ): Promise<PaidCall | undefined> {
    const paid = new PaidCall(call, reserve, ports);
    try {
      return (await ports.calls.beginCall(call, reserve)) ? paid : undefined;
    } catch (error) {
      await paid.end(endedEarly('overload'));
      throw error;
    }
  }

  /**
   * Somebody has answered: billing begins, at that price. It is written down at once, so that who ends the
   * call after a crash bills what is known. `spent` is told when the money is used up.
   */
  answered(price: PriceSteps, spent: () => void): void {
    const { calls, clock, log } = this.#ports;
    const { id } = this.#call;
    if (this.#isEnded || this.#money !== undefined) return;
    this.#answeredAtMs = clock.nowMs();
    this.#money = new CallMoney(id, { price, reserved: this.#reserve }, this.#ports);
    this.#money.answered(spent);
    calls.answered(id, this.#answeredAtMs, price).catch((error: unknown) => {
      log.warn('call.answer.unwritten', { callId: id, ...errorFields(error) });
    });
  }

  /** The first end counts. */
  async end(end: Ended): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const cost = this.#money?.end() ?? { billedS: 0, cost: zero };
    const { clock, endings, log } = this.#ports;
    const ended = { ...end, ...cost, endedAtMs: clock.nowMs() };
    await endings.save(this.#call.id, ended);
    if (log.debugs) log.debug('call.ended', endedLine(this.#call, ended));
  }

  /** What it ends with where nothing better is known: something broke. */
  async endBroken(): Promise<void> {
    const answeredAtMs = this.#answeredAtMs;
    const sipStatus = answeredAtMs === null ? 503 : 200;
    await this.end({ ...unanswered, cause: 'interrupted', sipStatus, answeredAtMs });
  }
}

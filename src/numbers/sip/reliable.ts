/**
 * Provisional answers that arrive (RFC 3262): one at a time is repeated until its PRACK, the others and
 * the final answer wait behind it.
 */
import type { Clock, Timer } from '#core/clock.ts';
import type { RAck } from './fields.ts';
import { Headers } from './headers.ts';
import type { SipResponse } from './message.ts';
import { giveUpMs, nextWaitMs, t1Ms } from './transaction/times.ts';

export type ReliableOptions = {
  readonly clock: Clock;
  /** Hands an answer to the transaction. */
  readonly send: (response: SipResponse) => void;
  /** No PRACK came. */
  readonly gaveUp: () => void;
  /** The CSeq number of the INVITE. */
  readonly cseq: number;
  /** RFC 3262 §3: below 2^31. */
  readonly firstRSeq: number;
};

export class ReliableProvisionals {
  readonly #options: ReliableOptions;
  readonly #waiting: SipResponse[] = [];
  #rseq: number;
  #current: SipResponse | undefined;
  #again: Timer | undefined;
  #end: Timer | undefined;
  #whenQuiet: (() => void) | undefined;

  constructor(options: ReliableOptions) {
    this.#options = options;
    this.#rseq = options.firstRSeq;
  }

  send(response: SipResponse): void {
    if (this.#current !== undefined) this.#waiting.push(response);
    else this.#begin(response);
  }

  /** What a PRACK acknowledges; `undefined` for one that fits nothing. */
  acknowledge({ rseq, cseq }: RAck): SipResponse | undefined {
    const fits =
      rseq === this.#rseq && cseq.number === this.#options.cseq && cseq.method === 'INVITE';
    if (!fits || this.#current === undefined) return undefined;
    const acknowledged = this.#current;
    this.#stopTimers();
    this.#current = undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
    else this.#reportQuiet();
    return acknowledged;
  }

  /** §3: a 2xx waits for the PRACK of what was promised before it. What has not left is not sent any more. */
  whenQuiet(call: () => void): void {
    this.#waiting.length = 0;
    this.#whenQuiet = call;
    if (this.#current === undefined) this.#reportQuiet();
  }

  stop(): void {
    this.#stopTimers();
    this.#waiting.length = 0;
    this.#current = undefined;
    this.#whenQuiet = undefined;
  }

  #reportQuiet(): void {
    const call = this.#whenQuiet;
    this.#whenQuiet = undefined;
    call?.();
  }

  #begin(response: SipResponse): void {
    this.#rseq += 1;
    const headers = new Headers(response.headers);
    headers.append('require', '100rel');
    headers.append('rseq', `${this.#rseq}`);
    this.#current = { ...response, headers };
    this.#options.send(this.#current);
    this.#sendAgainAfter(t1Ms);
    this.#end = this.#options.clock.after(giveUpMs, () => {
      this.stop();
      this.#options.gaveUp();
    });
  }

  #sendAgainAfter(waitMs: number): void {
    this.#again = this.#options.clock.after(waitMs, () => {
      if (this.#current === undefined) return;
      this.#options.send(this.#current);
      this.#sendAgainAfter(nextWaitMs(waitMs));
    });
  }

  #stopTimers(): void {
    this.#again?.cancel();
    this.#end?.cancel();
  }
}

/** A 2xx to an INVITE, repeated until its ACK (RFC 3261 §13.3.1.4), whatever the transport. */
import type { Clock, Timer } from '#core/clock.ts';
import { giveUpMs, nextWaitMs, t1Ms, t2Ms } from './transaction/times.ts';

export class FinalRepeats {
  readonly cseq: number;
  readonly #clock: Clock;
  #again: Timer | undefined;
  #end: Timer | undefined;

  constructor(
    { cseq, clock }: { readonly cseq: number; readonly clock: Clock },
    { sendAgain, gaveUp }: { readonly sendAgain: () => void; readonly gaveUp: () => void },
  ) {
    this.cseq = cseq;
    this.#clock = clock;
    this.#againAfter(t1Ms, sendAgain);
    this.#end = clock.after(giveUpMs, () => {
      this.stop();
      gaveUp();
    });
  }

  stop(): void {
    this.#again?.cancel();
    this.#end?.cancel();
  }

  #againAfter(waitMs: number, sendAgain: () => void): void {
    this.#again = this.#clock.after(waitMs, () => {
      sendAgain();
      this.#againAfter(nextWaitMs(waitMs, t2Ms), sendAgain);
    });
  }
}

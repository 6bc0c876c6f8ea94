/** The two timers of a client transaction: when its request is sent again over UDP, and when it ends (RFC 3261 §17.1). */
import type { Timer } from '#core/clock.ts';
import type { Flow } from '../transport/flow.ts';
import { type ClientOptions, laterInTurn } from './client-transaction.ts';
import { t1Ms } from './times.ts';

type Ports = Pick<ClientOptions, 'clock' | 'repeats'> & { readonly flow: Flow };

export class ClientTimers {
  readonly #ports: Ports;
  #again: Timer | undefined;
  #end: Timer | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Over a connection nothing is. `nextMs` of the last wait is the next one. */
  sendAgain(octets: Buffer, nextMs: (waitedMs: number) => number): void {
    if (!this.#ports.flow.isReliable) this.#sendAgainAfter(t1Ms, octets, nextMs);
  }

  #sendAgainAfter(waitMs: number, octets: Buffer, nextMs: (waitedMs: number) => number): void {
    const { clock, flow, repeats } = this.#ports;
    this.#again = clock.after(waitMs, () => {
      repeats?.();
      flow.send(octets);
      this.#sendAgainAfter(nextMs(waitMs), octets, nextMs);
    });
  }

  endAfter(waitMs: number, end: () => void): void {
    // The answer is still to be handed on, so a transaction of no length ends behind it.
    if (waitMs === 0) queueMicrotask(laterInTurn.guard(end, end));
    else this.#end = this.#ports.clock.after(waitMs, end);
  }

  stop(): void {
    this.#again?.cancel();
    this.#end?.cancel();
    this.#again = undefined;
    this.#end = undefined;
  }
}

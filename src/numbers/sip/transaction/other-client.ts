/**
 * A request that was sent and is no INVITE (RFC 3261 §17.1.2):
 *
 *   trying ─ 1xx ─► proceeding ─ final ─► completed ─ K ─► over
 *     └──── E: sent again ────┘
 *     └──── F: timed out ─────┘
 */
import type { Timer } from '#core/clock.ts';
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import type { Envelope } from '../validate.ts';
import { writeRequest } from '../write-message.ts';
import {
  type ClientFailure,
  type ClientOptions,
  type ClientTransaction,
  type ClientUser,
  laterInTurn,
} from './client-transaction.ts';
import { giveUpMs, nextWaitMs, t1Ms, t2Ms, t4Ms } from './times.ts';

export class OtherClientTransaction implements ClientTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #options: Pick<ClientOptions, 'clock' | 'ended' | 'repeats'>;
  /** Who asked; told nothing more, and not kept, once there is a final answer. */
  #user: ClientUser | undefined;
  #state: 'trying' | 'proceeding' | 'completed' | 'over' = 'trying';
  #again: Timer | undefined;
  #end: Timer | undefined;

  constructor(options: ClientOptions) {
    const { request, clock, ended, repeats } = options;
    this.#options = { clock, ended, repeats };
    this.#user = options.user;
    this.key = options.key;
    this.flow = options.flow;
    const octets = writeRequest(request);
    this.flow.send(octets);
    if (!this.flow.isReliable) this.#sendAgainAfter(t1Ms, octets);
    this.#end = options.clock.after(giveUpMs, () => this.#fail({ kind: 'timed out' }));
  }

  take(response: SipResponse, envelope: Envelope): void {
    if (this.#state === 'completed' || this.#state === 'over') return;
    const user = this.#user;
    if (response.status < 200) this.#state = 'proceeding';
    else this.#complete();
    user?.response(response, envelope);
  }

  lost(cause: string): void {
    if (this.#state === 'completed') this.end();
    else this.#fail({ kind: 'unreachable', cause });
  }

  end(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#user = undefined;
    this.#stopTimers();
    this.#options.ended();
  }

  #complete(): void {
    this.#state = 'completed';
    this.#user = undefined;
    this.#stopTimers();
    if (this.flow.isReliable)
      queueMicrotask(
        laterInTurn.guard(
          () => this.end(),
          () => this.end(),
        ),
      );
    else this.#end = this.#options.clock.after(t4Ms, () => this.end());
  }

  #fail(failure: ClientFailure): void {
    const user = this.#user;
    this.end();
    user?.failed(failure);
  }

  #sendAgainAfter(waitMs: number, octets: Buffer): void {
    this.#again = this.#options.clock.after(waitMs, () => {
      this.#options.repeats?.();
      this.flow.send(octets);
      // §17.1.2.2: once a provisional has come, at T2.
      const nextMs = this.#state === 'proceeding' ? t2Ms : nextWaitMs(waitMs, t2Ms);
      this.#sendAgainAfter(nextMs, octets);
    });
  }

  #stopTimers(): void {
    this.#again?.cancel();
    this.#end?.cancel();
    this.#again = undefined;
    this.#end = undefined;
  }
}

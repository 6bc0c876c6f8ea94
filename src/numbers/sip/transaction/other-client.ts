/**
 * A request that was sent and is no INVITE (RFC 3261 §17.1.2):
 *
 *   trying ─ 1xx ─► proceeding ─ final ─► completed ─ K ─► over
 *     └──── E: sent again ────┘
 *     └──── F: timed out ─────┘
 */
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import type { Envelope } from '../validate.ts';
import { writeRequest } from '../write-message.ts';
import { ClientTimers } from './client-timers.ts';
import type {
  ClientFailure,
  ClientOptions,
  ClientTransaction,
  ClientUser,
} from './client-transaction.ts';
import { giveUpMs, nextWaitMs, t2Ms, t4Ms } from './times.ts';

export class OtherClientTransaction implements ClientTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #ended: () => void;
  readonly #timers: ClientTimers;
  /** Who asked; told nothing more, and not kept, once there is a final answer. */
  #user: ClientUser | undefined;
  #state: 'trying' | 'proceeding' | 'completed' | 'over' = 'trying';

  constructor(options: ClientOptions) {
    const { request, flow, clock, ended, repeats } = options;
    this.#ended = ended;
    this.#timers = new ClientTimers({ flow, clock, repeats });
    this.#user = options.user;
    this.key = options.key;
    this.flow = flow;
    const octets = writeRequest(request);
    this.flow.send(octets);
    // §17.1.2.2: once a provisional has come, at T2.
    this.#timers.sendAgain(octets, (waitedMs) =>
      this.#state === 'proceeding' ? t2Ms : nextWaitMs(waitedMs, t2Ms),
    );
    this.#timers.endAfter(giveUpMs, () => this.#fail({ kind: 'timed out' }));
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
    this.#timers.stop();
    this.#ended();
  }

  #complete(): void {
    this.#state = 'completed';
    this.#user = undefined;
    this.#timers.stop();
    this.#timers.endAfter(this.flow.isReliable ? 0 : t4Ms, () => this.end());
  }

  #fail(failure: ClientFailure): void {
    const user = this.#user;
    this.end();
    user?.failed(failure);
  }
}

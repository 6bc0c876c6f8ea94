/**
 * An INVITE that came (RFC 3261 §17.2.1, RFC 6026 §7.1):
 *
 *   proceeding ─ 2xx ─► accepted ─ L ─► over        the agent repeats the 2xx until its ACK
 *       └ 3xx–6xx ─► completed ─ ACK ─► confirmed ─ I ─► over
 *                       └ G: sent again   └ H: no ACK ─► over
 */
import type { Timer } from '#core/clock.ts';
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import { writeResponse } from '../write-message.ts';
import type { ServerOptions, ServerTransaction } from './server-transaction.ts';
import { giveUpMs, nextWaitMs, t1Ms, t2Ms, t4Ms, undecidedMs } from './times.ts';

export class InviteServerTransaction implements ServerTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #options: ServerOptions;
  #state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'over' = 'proceeding';
  #last: Buffer | undefined;
  #again: Timer | undefined;
  #end: Timer | undefined;

  constructor(options: ServerOptions) {
    this.key = options.key;
    this.flow = options.flow;
    this.#options = options;
    this.#endAfter(undecidedMs);
  }

  /** An ACK belongs to the session, not to this. */
  get isAccepted(): boolean {
    return this.#state === 'accepted';
  }

  respond(response: SipResponse): boolean {
    if (this.#state !== 'proceeding') return false;
    const octets = writeResponse(response);
    // Before it is sent: whatever comes of that, the transaction ends.
    if (response.status < 200) this.#last = octets;
    else if (response.status < 300) this.#accept();
    else this.#complete(octets);
    this.flow.send(octets);
    return true;
  }

  repeated(): void {
    if (this.#last === undefined) return;
    this.#options.repeats?.();
    this.flow.send(this.#last);
  }

  /** The ACK to a refusal. */
  acknowledged(): void {
    if (this.#state !== 'completed') return;
    this.#state = 'confirmed';
    this.#last = undefined;
    this.#stopTimers();
    this.#endAfter(this.flow.isReliable ? 0 : t4Ms);
  }

  end(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#stopTimers();
    this.#options.ended();
  }

  #accept(): void {
    this.#state = 'accepted';
    this.#last = undefined;
    this.#endAfter(giveUpMs);
  }

  #complete(octets: Buffer): void {
    this.#state = 'completed';
    this.#last = octets;
    if (!this.flow.isReliable) this.#sendAgainAfter(t1Ms);
    this.#endAfter(giveUpMs);
  }

  #sendAgainAfter(waitMs: number): void {
    this.#again = this.#options.clock.after(waitMs, () => {
      this.repeated();
      this.#sendAgainAfter(nextWaitMs(waitMs, t2Ms));
    });
  }

  #endAfter(waitMs: number): void {
    this.#end?.cancel();
    if (waitMs === 0) this.end();
    else this.#end = this.#options.clock.after(waitMs, () => this.end());
  }

  #stopTimers(): void {
    this.#again?.cancel();
    this.#end?.cancel();
    this.#again = undefined;
    this.#end = undefined;
  }
}

/**
 * A request that came and is no INVITE (RFC 3261 §17.2.2):
 *
 *   trying ─ 1xx ─► proceeding ─ final ─► completed ─ J ─► over
 *     └─── no final answer in 64 T1 (RFC 4320 §4.2: nobody waits for one any more) ─► over
 */
import type { Timer } from '#core/clock.ts';
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import { writeResponse } from '../write-message.ts';
import { ownCopy } from './own-copy.ts';
import type { ServerOptions, ServerTransaction } from './server-transaction.ts';
import { giveUpMs } from './times.ts';

export class OtherServerTransaction implements ServerTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #options: ServerOptions;
  #last: Buffer | undefined;
  #isCompleted = false;
  #end: Timer | undefined;

  constructor(options: ServerOptions) {
    this.key = options.key;
    this.flow = options.flow;
    this.#options = options;
    this.#end = options.clock.after(giveUpMs, () => this.end());
  }

  respond(response: SipResponse): boolean {
    if (this.#isCompleted) return false;
    const octets = writeResponse(response);
    // Before it is sent: whatever comes of that, the transaction ends.
    this.#last = ownCopy(octets);
    if (response.status >= 200) this.#complete();
    this.flow.send(octets);
    return true;
  }

  repeated(): void {
    if (this.#last === undefined) return;
    this.#options.repeats?.();
    this.flow.send(this.#last);
  }

  end(): void {
    this.#isCompleted = true;
    this.#end?.cancel();
    this.#options.ended();
  }

  #complete(): void {
    this.#isCompleted = true;
    this.#end?.cancel();
    if (this.flow.isReliable) this.end();
    else this.#end = this.#options.clock.after(giveUpMs, () => this.end());
  }
}

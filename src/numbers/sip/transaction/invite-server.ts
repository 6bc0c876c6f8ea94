/**
 * An INVITE that came (RFC 3261 §17.2.1, RFC 6026 §7.1):
 *
 *   proceeding ─ 2xx ─► accepted ─ L ─► over        the agent repeats the 2xx until its ACK
 *       └ 3xx–6xx ─► completed ─ ACK ─► confirmed ─ I ─► over
 *                       └ G: sent again   └ H: no ACK ─► over
 */
import type { Timer } from '#core/clock.ts';
import { keepOctets } from './kept-octets.ts';
import { type ServerOptions, ServerTransaction } from './server-transaction.ts';
import { giveUpMs, nextWaitMs, t1Ms, t2Ms, t4Ms, undecidedMs } from './times.ts';
import type { TransactionHome } from './transaction-home.ts';

export class InviteServerTransaction extends ServerTransaction {
  #again: Timer | undefined;

  constructor(options: ServerOptions, home: TransactionHome<ServerTransaction>) {
    super(options, home);
    this.endUndecided(undecidedMs);
  }

  /** An ACK belongs to the session, not to this. */
  get isAccepted(): boolean {
    return this.state === 'accepted';
  }

  /** The ACK to a refusal. */
  acknowledged(): void {
    if (this.state !== 'completed') return;
    this.state = 'confirmed';
    this.last = undefined;
    this.endAfter(this.flow.isReliable ? 0 : t4Ms);
  }

  protected override answered(status: number, octets: Buffer): void {
    this.last = status >= 200 && status < 300 ? undefined : keepOctets(octets);
    if (status < 200) return;
    this.state = status < 300 ? 'accepted' : 'completed';
    this.endAfter(giveUpMs);
    if (status >= 300 && !this.flow.isReliable) this.#sendAgainAfter(t1Ms);
  }

  protected override stopTimers(): void {
    super.stopTimers();
    this.#again?.cancel();
    this.#again = undefined;
  }

  #sendAgainAfter(waitMs: number): void {
    this.#again = this.home.clock.after(waitMs, () => {
      this.repeated();
      this.#sendAgainAfter(nextWaitMs(waitMs, t2Ms));
    });
  }
}

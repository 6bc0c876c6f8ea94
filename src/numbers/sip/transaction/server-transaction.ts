/** What the two machines of a server share: answers that are sent, and again where the request comes again. */
import type { Timer } from '#core/clock.ts';
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import { writeResponse } from '../write-message.ts';
import { type KeptOctets, readKept } from './kept-octets.ts';
import type { TransactionHome } from './transaction-home.ts';

export type ServerOptions = {
  readonly key: string;
  /** Where answers go. */
  readonly flow: Flow;
  /** What the same request has in common on another way, where it is the first of its kind. */
  readonly merge: string | undefined;
};

export abstract class ServerTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly merge: string | undefined;
  protected readonly home: TransactionHome<ServerTransaction>;
  protected state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'over' = 'proceeding';
  /** What a request that comes again gets. */
  protected last: KeptOctets | undefined;
  #undecided: Timer | undefined;

  constructor({ key, flow, merge }: ServerOptions, home: TransactionHome<ServerTransaction>) {
    this.key = key;
    this.flow = flow;
    this.merge = merge;
    this.home = home;
  }

  /** Sends an answer and gives its octets; undefined where a final one has gone before it. */
  respond(response: SipResponse): Buffer | undefined {
    if (this.state !== 'proceeding') return undefined;
    const octets = writeResponse(response);
    // Before it is sent: whatever comes of that, the transaction ends.
    this.answered(response.status, octets);
    this.flow.send(octets);
    return octets;
  }

  /** The request came again. */
  repeated(): void {
    if (this.last === undefined) return;
    this.home.repeats();
    this.flow.send(readKept(this.last));
  }

  /** Forgets it, whatever its state. */
  end(): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.stopTimers();
    this.home.ended(this);
  }

  protected abstract answered(status: number, octets: Buffer): void;

  /** Where nothing final is said by then. */
  protected endUndecided(waitMs: number): void {
    this.#undecided = this.home.clock.after(waitMs, () => this.end());
  }

  /** Something final has been said. */
  protected endAfter(waitMs: number): void {
    this.stopTimers();
    if (waitMs === 0) this.end();
    else this.home.expiry.endAfter(waitMs, this);
  }

  protected stopTimers(): void {
    this.#undecided?.cancel();
    this.#undecided = undefined;
  }
}

/** What the two machines of a client share: a request that is sent, over UDP again, until it is answered or given up. */
import { boundary } from '#core/boundary.ts';
import type { Timer } from '#core/clock.ts';
import type { SipRequest, SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import type { Envelope } from '../validate.ts';
import { writeRequest } from '../write-message.ts';
import { giveUpMs, t1Ms } from './times.ts';
import type { TransactionHome } from './transaction-home.ts';

/** What a client transaction does right behind the call that it is in. */
export const laterInTurn = boundary('sip.turn', 'timer');

export type ClientFailure =
  | { readonly kind: 'timed out' }
  | { readonly kind: 'unreachable'; readonly cause: string };

export interface ClientUser {
  /** Provisionals, and each 2xx to an INVITE; any other final answer once. */
  response(response: SipResponse, envelope: Envelope): void;
  /** Instead of a final answer. */
  failed(failure: ClientFailure): void;
}

export type ClientOptions = {
  readonly key: string;
  readonly flow: Flow;
  /** With its Via. */
  readonly request: SipRequest;
  readonly user: ClientUser;
};

export abstract class ClientTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #home: TransactionHome<ClientTransaction>;
  #again: Timer | undefined;
  #end: Timer | undefined;
  /** Who asked; told nothing more, and not kept, once there is a final answer. */
  protected user: ClientUser | undefined;
  protected state: 'waiting' | 'proceeding' | 'accepted' | 'completed' | 'over' = 'waiting';

  constructor({ key, flow, user }: ClientOptions, home: TransactionHome<ClientTransaction>) {
    this.key = key;
    this.flow = flow;
    this.#home = home;
    this.user = user;
  }

  abstract take(response: SipResponse, envelope: Envelope): void;

  /** The connection is gone. */
  lost(cause: string): void {
    if (this.isUnanswered) this.#fail({ kind: 'unreachable', cause });
    else this.end();
  }

  end(): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.user = undefined;
    this.stopTimers();
    this.#home.ended(this);
  }

  /** No final answer has come. */
  protected get isUnanswered(): boolean {
    return this.state === 'waiting' || this.state === 'proceeding';
  }

  /** Over a connection it is sent once. `nextMs` of the last wait is the next one. */
  protected send(request: SipRequest, nextMs: (waitedMs: number) => number): void {
    const octets = writeRequest(request);
    this.flow.send(octets);
    if (!this.flow.isReliable) this.#sendAgainAfter(t1Ms, octets, nextMs);
    this.#end = this.#home.clock.after(giveUpMs, () => this.#fail({ kind: 'timed out' }));
  }

  protected endAfter(waitMs: number): void {
    this.stopTimers();
    if (waitMs > 0) {
      this.#home.expiry.endAfter(waitMs, this);
      return;
    }
    // The answer is still to be handed on, so a transaction of no length ends behind it.
    const end = (): void => this.end();
    queueMicrotask(laterInTurn.guard(end, end));
  }

  protected stopTimers(): void {
    this.#again?.cancel();
    this.#end?.cancel();
    this.#again = undefined;
    this.#end = undefined;
  }

  #sendAgainAfter(waitMs: number, octets: Buffer, nextMs: (waitedMs: number) => number): void {
    this.#again = this.#home.clock.after(waitMs, () => {
      this.#home.repeats();
      this.flow.send(octets);
      this.#sendAgainAfter(nextMs(waitMs), octets, nextMs);
    });
  }

  #fail(failure: ClientFailure): void {
    const { user } = this;
    this.end();
    user?.failed(failure);
  }
}

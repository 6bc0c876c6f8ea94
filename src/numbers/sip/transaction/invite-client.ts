/**
 * An INVITE that was sent (RFC 3261 §17.1.1, RFC 6026 §7.2):
 *
 *   calling ─ 1xx ─► proceeding ─ 2xx ─► accepted ─ M ─► over     every 2xx is handed on: forks
 *      └ A: sent again    └ 3xx–6xx ─► ACK ─► completed ─ D ─► over
 *      └ B: timed out
 */
import type { Timer } from '#core/clock.ts';
import { type HeaderField, Headers } from '../headers.ts';
import { noBody, type SipRequest, type SipResponse } from '../message.ts';
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
import { giveUpMs, nextWaitMs, refusalRepeatsMs, t1Ms } from './times.ts';

export class InviteClientTransaction implements ClientTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #options: Pick<ClientOptions, 'clock' | 'ended' | 'repeats'>;
  /** Who asked; told nothing more, and not kept, once there is a final answer. */
  #user: ClientUser | undefined;
  /** Needed for the ACK of a refusal, gone with the final answer. */
  #request: SipRequest | undefined;
  #ack: Buffer | undefined;
  #state: 'calling' | 'proceeding' | 'accepted' | 'completed' | 'over' = 'calling';
  #again: Timer | undefined;
  #end: Timer | undefined;

  constructor(options: ClientOptions) {
    const { request, clock, ended, repeats } = options;
    this.#options = { clock, ended, repeats };
    this.#user = options.user;
    this.#request = request;
    this.key = options.key;
    this.flow = options.flow;
    const octets = writeRequest(request);
    this.flow.send(octets);
    if (!this.flow.isReliable) this.#sendAgainAfter(t1Ms, octets);
    this.#end = options.clock.after(giveUpMs, () => this.#fail({ kind: 'timed out' }));
  }

  take(response: SipResponse, envelope: Envelope): void {
    const { status } = response;
    const user = this.#user;
    const isWaiting = this.#state === 'calling' || this.#state === 'proceeding';
    if (isWaiting && status < 200) this.#proceed();
    else if (isWaiting && status < 300) this.#accept();
    else if (isWaiting) this.#complete(response);
    else if (this.#state === 'completed') {
      // The refusal came again: its ACK was lost.
      if (status >= 300 && this.#ack !== undefined) this.flow.send(this.#ack);
      return;
    } else if (this.#state !== 'accepted' || status < 200 || status >= 300) return;
    user?.response(response, envelope);
  }

  lost(cause: string): void {
    if (this.#state === 'calling' || this.#state === 'proceeding') {
      this.#fail({ kind: 'unreachable', cause });
    } else this.end();
  }

  end(): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#user = undefined;
    this.#stopTimers();
    this.#options.ended();
  }

  #proceed(): void {
    this.#state = 'proceeding';
    this.#stopTimers();
  }

  #accept(): void {
    this.#state = 'accepted';
    this.#request = undefined;
    this.#stopTimers();
    this.#endAfter(giveUpMs);
  }

  #complete(response: SipResponse): void {
    this.#state = 'completed';
    this.#user = undefined;
    this.#stopTimers();
    if (this.#request !== undefined) {
      this.#ack = writeRequest(ackFor(this.#request, response));
      this.#request = undefined;
      this.flow.send(this.#ack);
    }
    this.#endAfter(this.flow.isReliable ? 0 : refusalRepeatsMs);
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
      this.#sendAgainAfter(nextWaitMs(waitMs), octets);
    });
  }

  #endAfter(waitMs: number): void {
    // The answer is still to be handed on, so a transaction of no length ends behind it.
    if (waitMs === 0)
      queueMicrotask(
        laterInTurn.guard(
          () => this.end(),
          () => this.end(),
        ),
      );
    else this.#end = this.#options.clock.after(waitMs, () => this.end());
  }

  #stopTimers(): void {
    this.#again?.cancel();
    this.#end?.cancel();
    this.#again = undefined;
    this.#end = undefined;
  }
}

/** §17.1.1.3: the ACK to a refusal goes the way of its INVITE, with the To of the answer. */
function ackFor(invite: SipRequest, response: SipResponse): SipRequest {
  const fields: HeaderField[] = [];
  for (const field of invite.headers) {
    const [name, value] = field;
    if (name === 'to') fields.push(['to', response.headers.get('to') ?? value]);
    else if (name === 'cseq') fields.push(['cseq', value.replace(/\S+$/, 'ACK')]);
    else if (['via', 'route', 'from', 'call-id', 'max-forwards'].includes(name)) fields.push(field);
  }
  const { uri, version } = invite;
  const headers = new Headers(fields);
  return { kind: 'request', method: 'ACK', uri, version, headers, body: noBody };
}

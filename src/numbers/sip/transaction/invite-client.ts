/**
 * An INVITE that was sent (RFC 3261 §17.1.1, RFC 6026 §7.2):
 *
 *   calling ─ 1xx ─► proceeding ─ 2xx ─► accepted ─ M ─► over     every 2xx is handed on: forks
 *      └ A: sent again    └ 3xx–6xx ─► ACK ─► completed ─ D ─► over
 *      └ B: timed out
 */
import { type HeaderField, Headers } from '../headers.ts';
import { noBody, type SipRequest, type SipResponse } from '../message.ts';
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
import { giveUpMs, nextWaitMs, refusalRepeatsMs } from './times.ts';

export class InviteClientTransaction implements ClientTransaction {
  readonly key: string;
  readonly flow: Flow;
  readonly #ended: () => void;
  readonly #timers: ClientTimers;
  /** Who asked; told nothing more, and not kept, once there is a final answer. */
  #user: ClientUser | undefined;
  /** Needed for the ACK of a refusal, gone with the final answer. */
  #request: SipRequest | undefined;
  #ack: Buffer | undefined;
  #state: 'calling' | 'proceeding' | 'accepted' | 'completed' | 'over' = 'calling';

  constructor(options: ClientOptions) {
    const { request, flow, clock, ended, repeats } = options;
    this.#ended = ended;
    this.#timers = new ClientTimers({ flow, clock, repeats });
    this.#user = options.user;
    this.#request = request;
    this.key = options.key;
    this.flow = flow;
    const octets = writeRequest(request);
    this.flow.send(octets);
    this.#timers.sendAgain(octets, nextWaitMs);
    this.#timers.endAfter(giveUpMs, () => this.#fail({ kind: 'timed out' }));
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
    this.#timers.stop();
    this.#ended();
  }

  #proceed(): void {
    this.#state = 'proceeding';
    this.#timers.stop();
  }

  #accept(): void {
    this.#state = 'accepted';
    this.#request = undefined;
    this.#timers.stop();
    this.#timers.endAfter(giveUpMs, () => this.end());
  }

  #complete(response: SipResponse): void {
    this.#state = 'completed';
    this.#user = undefined;
    this.#timers.stop();
    if (this.#request !== undefined) {
      this.#ack = writeRequest(ackFor(this.#request, response));
      this.#request = undefined;
      this.flow.send(this.#ack);
    }
    this.#timers.endAfter(this.flow.isReliable ? 0 : refusalRepeatsMs, () => this.end());
  }

  #fail(failure: ClientFailure): void {
    const user = this.#user;
    this.end();
    user?.failed(failure);
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

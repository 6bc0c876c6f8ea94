/**
 * An INVITE that was sent (RFC 3261 §17.1.1, where waiting is called calling; RFC 6026 §7.2):
 *
 *   waiting ─ 1xx ─► proceeding ─ 2xx ─► accepted ─ M ─► over     every 2xx is handed on: forks
 *      └ A: sent again    └ 3xx–6xx ─► ACK ─► completed ─ D ─► over
 *      └ B: timed out
 */
import { type HeaderField, Headers } from '../headers.ts';
import { noBody, type SipRequest, type SipResponse } from '../message.ts';
import type { Envelope } from '../validate.ts';
import { writeRequest } from '../write-message.ts';
import { type ClientOptions, ClientTransaction } from './client-transaction.ts';
import { type KeptOctets, keepOctets, readKept } from './kept-octets.ts';
import { giveUpMs, nextWaitMs, refusalRepeatsMs } from './times.ts';
import type { TransactionHome } from './transaction-home.ts';

export class InviteClientTransaction extends ClientTransaction {
  /** Needed for the ACK of a refusal, gone with the final answer. */
  #request: SipRequest | undefined;
  #ack: KeptOctets | undefined;

  constructor(options: ClientOptions, home: TransactionHome<ClientTransaction>) {
    super(options, home);
    this.#request = options.request;
    this.send(options.request, nextWaitMs);
  }

  take(response: SipResponse, envelope: Envelope): void {
    const { status } = response;
    const { user } = this;
    if (this.isUnanswered && status < 200) this.#proceed();
    else if (this.isUnanswered && status < 300) this.#accept();
    else if (this.isUnanswered) this.#complete(response);
    else if (this.state === 'completed') {
      // The refusal came again: its ACK was lost.
      if (status >= 300 && this.#ack !== undefined) this.flow.send(readKept(this.#ack));
      return;
    } else if (this.state !== 'accepted' || status < 200 || status >= 300) return;
    user?.response(response, envelope);
  }

  #proceed(): void {
    this.state = 'proceeding';
    this.stopTimers();
  }

  #accept(): void {
    this.state = 'accepted';
    this.#request = undefined;
    this.endAfter(giveUpMs);
  }

  #complete(response: SipResponse): void {
    this.state = 'completed';
    this.user = undefined;
    if (this.#request !== undefined) {
      const ack = writeRequest(ackFor(this.#request, response));
      this.#ack = keepOctets(ack);
      this.#request = undefined;
      this.flow.send(ack);
    }
    this.endAfter(this.flow.isReliable ? 0 : refusalRepeatsMs);
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

/** A call that we make, until it is answered or has failed (RFC 3261 §13.2). */
import { must } from '#core/assert.ts';
import type { Timer } from '#core/clock.ts';
import { keptKey } from '#core/kept-key.ts';
import {
  type AgentCore,
  contactAt,
  guarded,
  productField,
  sdpParts,
  sessionWork,
} from './agent-core.ts';
import { dialogOfCaller } from './dialog.ts';
import { DigestClient } from './digest.ts';
import { parseCount, splitTokens } from './fields.ts';
import { type HeaderField, Headers } from './headers.ts';
import { noBody, type SipRequest, type SipResponse } from './message.ts';
import { sdpOf } from './multipart.ts';
import { isChallenge, withFields } from './requester.ts';
import type { SentAck } from './sent-ack.ts';
import { AgentSession } from './session.ts';
import { askSession, readGrant, sessionSDefault } from './session-timer.ts';
import type { ClientTransaction, ClientUser } from './transaction/client-transaction.ts';
import { giveUpMs, ringMs } from './transaction/times.ts';
import { type Flow, Unreachable } from './transport/flow.ts';
import type {
  CallFailure,
  CallOrder,
  OutgoingCall,
  OutgoingCallHandlers,
  SessionHandlers,
} from './user-agent.ts';
import { allow, type Envelope } from './validate.ts';

const headBytesGuess = 600;
/** A callee's set that answers in more places than this is none of ours: their 200s are not acknowledged. */
const forksMax = 32;

export class SentCall implements OutgoingCall, ClientUser {
  readonly callId: string;
  isHeard = false;
  readonly #core: AgentCore;
  /** Gone with the final answer, as are the request and those who are told. */
  #order: CallOrder | undefined;
  #handlers: OutgoingCallHandlers | undefined;
  readonly #from: string;
  readonly #uri: string;
  readonly #digest: DigestClient | undefined;
  readonly #contact: HeaderField;
  #cseq = 1;
  #sessionS: number;
  #minSessionS: number | undefined;
  #flow: Flow | undefined;
  #request: SipRequest | undefined;
  #branch = '';
  #transaction: ClientTransaction | undefined;
  #tries = 0;
  #cancelWanted: readonly HeaderField[] | undefined;
  #isCancelSent = false;
  #hasRungOut = false;
  #isOver = false;
  #patience: Timer | undefined;
  /** To those that answered 200, each under its To-tag. */
  readonly #acks: { readonly toTag: string; readonly ack: SentAck }[] = [];

  constructor(core: AgentCore, order: CallOrder, handlers: OutgoingCallHandlers) {
    this.#core = core;
    this.#order = order;
    this.#handlers = handlers;
    this.callId = core.tokens() + core.tokens();
    this.#from = `${order.from};tag=${core.tokens()}`;
    this.#uri = order.uri;
    this.#digest =
      order.credentials === undefined
        ? undefined
        : new DigestClient(order.credentials, core.tokens);
    this.#sessionS = order.sessionExpiresS ?? sessionSDefault;
    const end = { ...order.hop, ...core.transport.ourEnd(order.hop) };
    this.#contact = ['contact', contactAt(end, order.contactUser)];
    core.calling.add(this);
    sessionWork.run(
      () => this.#start(order),
      () => this.failed({ kind: 'unreachable', cause: 'failed' }),
    );
  }

  cancel(headers: readonly HeaderField[] = []): void {
    if (this.#isOver || this.#cancelWanted !== undefined) return;
    this.#cancelWanted = headers;
    // RFC 3261 §9.1: not before the other side has shown that it knows of the call.
    if (this.isHeard) this.#sendCancel(headers);
  }

  hangUp(): void {
    this.cancel();
  }

  /** Of the INVITE. */
  response(response: SipResponse, envelope: Envelope): void {
    const { status } = response;
    if (status < 200) this.#provisional(response, envelope);
    else if (status < 300) this.#answered(response, envelope);
    else if (!this.#isOver) this.#refused(response);
  }

  failed(failure: CallFailure): void {
    if (this.#isOver) return;
    const handlers = this.#over();
    const told = this.#cancelWanted === undefined ? failure : this.#givenUp();
    guarded(this.#core, () => handlers?.failed(told));
  }

  async #start(order: CallOrder): Promise<void> {
    const { hop, offer, headers = [] } = order;
    const extra = headers.reduce((sum, [, value]) => sum + value.length + 30, 0);
    try {
      const bytes = headBytesGuess + extra + (offer?.length ?? 0);
      this.#flow = await this.#core.transport.flowTo(hop, bytes);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.failed({ kind: 'unreachable', cause: error.message });
      return;
    }
    if (this.#cancelWanted !== undefined) this.failed({ kind: 'cancelled' });
    else this.#invite(order, this.#flow);
  }

  #invite(order: CallOrder, flow: Flow): void {
    const request = withFields(this.#make(order), this.#digest);
    this.#request = request;
    this.#branch = this.#core.transactions.newBranch();
    this.isHeard = false;
    this.#transaction = this.#core.transactions.send(request, {
      flow,
      branch: this.#branch,
      user: this,
    });
  }

  #make({ uri, to, offer, headers = [], maxForwards = 70 }: CallOrder): SipRequest {
    const { headers: sdpFields, body = noBody } = sdpParts(offer);
    const [expires, minSe] = askSession(this.#sessionS);
    const fields: HeaderField[] = [
      ['max-forwards', `${maxForwards}`],
      ['from', this.#from],
      ['to', to],
      ['call-id', this.callId],
      ['cseq', `${this.#cseq} INVITE`],
      this.#contact,
      allow,
      ['supported', 'timer'],
      ...(expires === undefined ? [] : [expires]),
      ...(this.#minSessionS === undefined
        ? minSe === undefined
          ? []
          : [minSe]
        : [['min-se', `${this.#minSessionS}`] satisfies HeaderField]),
      ...productField(this.#core, 'user-agent'),
      ...headers,
      ...sdpFields,
    ];
    const all = new Headers(fields);
    return { kind: 'request', method: 'INVITE', uri, version: 'SIP/2.0', headers: all, body };
  }

  #provisional(response: SipResponse, { toTag }: Envelope): void {
    if (this.#isOver) return;
    this.isHeard = true;
    if (this.#cancelWanted !== undefined) {
      this.#sendCancel(this.#cancelWanted);
      return;
    }
    this.#waitAtMost(ringMs, () => {
      // §16.8: after timer C the call is given up as if the caller had.
      this.#hasRungOut = true;
      this.cancel();
    });
    const { status } = response;
    if (status === 100) return;
    const ring = { status, fork: toTag, sdp: sdpOf(response), response };
    guarded(this.#core, () => this.#handlers?.ringing(ring));
  }

  #answered(response: SipResponse, envelope: Envelope): void {
    const toTag = keptKey(envelope.toTag);
    const known = this.#acks.find((sent) => sent.toTag === toTag);
    // Where it is known its ACK was lost.
    known?.ack.repeat();
    if (known !== undefined || this.#acks.length >= forksMax) return;
    const session = this.#openSession(response, envelope);
    this.#acks.push({ toTag, ack: session.ack });
    const isUnwanted = this.#isOver || this.#cancelWanted !== undefined;
    if (!isUnwanted) {
      const answer = { fork: envelope.toTag, sdp: sdpOf(response), response };
      this.#reportAnswered(session, answer, this.#over());
      return;
    }
    // A fork's second 200, or one that crossed our CANCEL: it is told that it came too late.
    session.bye();
    this.failed({ kind: 'cancelled' });
  }

  #reportAnswered(
    session: AgentSession,
    answer: Parameters<OutgoingCallHandlers['answered']>[1],
    told: OutgoingCallHandlers | undefined,
  ): void {
    const handlers: SessionHandlers | undefined = guarded(this.#core, () =>
      told?.answered(session, answer),
    );
    if (handlers === undefined) session.bye();
    else session.attach(handlers);
  }

  #openSession(response: SipResponse, envelope: Envelope): AgentSession {
    const flow = must(this.#flow, 'way of the INVITE');
    const sent = { from: this.#from, uri: this.#uri };
    const allowed = splitTokens(response.headers.all('allow'));
    return new AgentSession({
      core: this.#core,
      dialog: dialogOfCaller(sent, response, envelope),
      role: 'caller',
      flow,
      contact: this.#contact,
      digest: this.#digest,
      interval: readGrant(response.headers, this.#sessionS),
      localSdp: this.#order?.offer,
      remoteSdp: sdpOf(response),
      takesUpdate: allowed.includes('update'),
    });
  }

  #refused(response: SipResponse): void {
    const { status } = response;
    if (this.#cancelWanted !== undefined) {
      this.failed({ kind: 'cancelled' });
      return;
    }
    const mayRetry =
      (isChallenge(status) && this.#digest?.take(response, this.#tries) === true) ||
      (status === 422 && this.#takeLonger(response));
    if (!mayRetry || this.#order === undefined || this.#flow === undefined) {
      this.failed({ kind: 'refused', status, response });
      return;
    }
    this.#tries += 1;
    this.#cseq += 1;
    this.#invite(this.#order, this.#flow);
  }

  /** RFC 4028 §7.3: once, with the interval that the other side can bear. */
  #takeLonger({ headers }: SipResponse): boolean {
    const wanted = parseCount(headers.get('min-se'));
    if (wanted === undefined || this.#minSessionS !== undefined) return false;
    this.#minSessionS = wanted;
    this.#sessionS = Math.max(this.#sessionS, wanted);
    return true;
  }

  /** §9.1: on the way of the INVITE, with its branch. */
  #sendCancel(headers: readonly HeaderField[]): void {
    const flow = this.#flow;
    const invite = this.#request;
    if (this.#isCancelSent || flow === undefined || invite === undefined) return;
    this.#isCancelSent = true;
    const repeated = ['max-forwards', 'from', 'to', 'call-id', 'route'];
    const fields = [...invite.headers].filter(([name]) => repeated.includes(name));
    const all: HeaderField[] = [...fields, ['cseq', `${this.#cseq} CANCEL`], ...headers];
    this.#core.transactions.send(
      { ...invite, method: 'CANCEL', headers: new Headers(all), body: noBody },
      { flow, branch: this.#branch, user: { response: () => undefined, failed: () => undefined } },
    );
    this.#waitAtMost(giveUpMs, () => {
      this.#transaction?.end();
      this.failed({ kind: 'cancelled' });
    });
  }

  #waitAtMost(waitMs: number, call: () => void): void {
    this.#patience?.cancel();
    this.#patience = this.#core.clock.after(waitMs, call);
  }

  /** Whatever came of it in the end, this is why. */
  #givenUp(): CallFailure {
    return { kind: this.#hasRungOut ? 'timed out' : 'cancelled' };
  }

  /** Gives who is to be told. */
  #over(): OutgoingCallHandlers | undefined {
    const handlers = this.#handlers;
    this.#handlers = undefined;
    this.#isOver = true;
    this.#patience?.cancel();
    this.#patience = undefined;
    this.#core.calling.delete(this);
    // Its transaction keeps it for 32 s, in which a fork may answer late: no more is kept than hanging up takes.
    this.#order = undefined;
    this.#request = undefined;
    this.#core.released();
    return handlers;
  }
}

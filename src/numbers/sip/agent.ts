/** The user agent: sockets, transactions and dialogs put together, and each message sent to whom it concerns. */
import type { Clock } from '#core/clock.ts';
import {
  type AgentCore,
  contactAt,
  guarded,
  productField,
  reasonOf,
  type TakenRequest,
} from './agent-core.ts';
import { dialogKey } from './dialog.ts';
import { DigestClient } from './digest.ts';
import { type HeaderField, Headers } from './headers.ts';
import { ReceivedCall } from './incoming-call.ts';
import { noBody, type SipMessage, type SipRequest, type SipResponse } from './message.ts';
import { sdpOf } from './multipart.ts';
import { SentCall } from './outgoing-call.ts';
import { send } from './requester.ts';
import { dnsNames, HopResolver, type SipNames } from './resolve.ts';
import { parseSdp } from './sdp.ts';
import { isTooShort, minSessionS } from './session-timer.ts';
import { randomTokens } from './tokens.ts';
import { Transactions } from './transaction/transactions.ts';
import type { Flow, TransportUser } from './transport/flow.ts';
import { SipTransport } from './transport/transport.ts';
import type {
  AgentCounts,
  AgentLimits,
  CallOrder,
  Hop,
  Listening,
  OutgoingCall,
  OutgoingCallHandlers,
  RequestOrder,
  RequestOutcome,
  Source,
  UserAgent,
  UserAgentHandlers,
  UserAgentSettings,
  Where,
} from './user-agent.ts';
import {
  acceptSdp,
  allow,
  judgeRequest,
  judgeResponse,
  type RequestEnvelope,
  refuseContent,
  refuseExtensions,
  refuseMethod,
} from './validate.ts';
import { answerFlow, stampVia } from './via.ts';
import { type Reply, replyTo, writeResponse } from './write-message.ts';

export type AgentPorts = {
  readonly clock: Clock;
  /** For what must differ between peers, not for what must not be guessed. */
  readonly random: () => number;
  /** Stands in for the machine's name servers. */
  readonly names?: SipNames | undefined;
};

const limitsDefault: AgentLimits = {
  // Finished ones are kept for 32 s: 750 calls a second with two transactions on each side.
  transactionsMax: 100_000,
  connectionsMax: 1_000,
  connectionsPerSourceMax: 64,
};

/** How long the other sides have to answer when we end. */
const partingMs = 2_000;

export class SipAgent implements UserAgent {
  readonly #handlers: UserAgentHandlers;
  readonly #limits: AgentLimits;
  readonly #core: AgentCore;
  #isDraining = false;
  #isDisposed = false;
  #released: () => void = () => undefined;

  private constructor(settings: UserAgentSettings, handlers: UserAgentHandlers, core: AgentCore) {
    this.#handlers = handlers;
    this.#limits = { ...limitsDefault, ...settings.limits };
    this.#core = core;
  }

  static async open(
    settings: UserAgentSettings,
    handlers: UserAgentHandlers,
    { clock, random, names = dnsNames() }: AgentPorts,
  ): Promise<SipAgent> {
    const tokens = randomTokens();
    const count: AgentCore['count'] = (what) => handlers.counted?.(what);
    const transactions = new Transactions({ clock, tokens, repeats: () => count('retransmitted') });
    // The first datagram may come before the sockets are all open.
    let agent: SipAgent | undefined;
    const user: TransportUser = {
      admits: (source) => agent !== undefined && handlers.admits(source),
      received: (message, source, flow) => {
        if (agent !== undefined) agent.#received(message, source, flow);
      },
      lost: (flow, cause) => transactions.lost(flow, cause),
      dropped: (why, address) => {
        count(why);
        if (why === 'unreadable') handlers.unreadable?.(address, 'no SIP message');
      },
      tlsFailed: (way, error, address) => handlers.tlsFailed?.(way, error, address),
      traced: (direction, { transport, address, port }, octets) =>
        handlers.traced?.({ direction, peer: { transport, address, port }, octets }),
    };
    const limits = { ...limitsDefault, ...settings.limits };
    const transport = await SipTransport.open({ ...settings, limits }, user, clock);
    agent = new SipAgent(settings, handlers, {
      clock,
      random,
      tokens,
      transactions,
      transport,
      resolver: new HopResolver({ clock, random, names }),
      dialogs: new Map(),
      cancellable: new Map(),
      calling: new Set(),
      released: () => {
        if (agent !== undefined) agent.#released();
      },
      product: settings.product,
      count,
    });
    return agent;
  }

  get listeners(): readonly Listening[] {
    return this.#core.transport.listeners;
  }

  get counts(): AgentCounts {
    const { transactions, dialogs, transport } = this.#core;
    return {
      transactions: transactions.size,
      dialogs: dialogs.size,
      connections: transport.connections,
    };
  }

  call(order: CallOrder, handlers: OutgoingCallHandlers): OutgoingCall {
    return new SentCall(this.#core, order, handlers);
  }

  async request(order: RequestOrder): Promise<RequestOutcome> {
    const { tokens, transport } = this.#core;
    const { hop, credentials, callId = tokens() + tokens() } = order;
    const fromTag = tokens();
    let cseq = order.cseq ?? 1;
    return send(this.#core, {
      flow: () => transport.flowTo(hop),
      make: () => this.#make(order, { callId, fromTag, cseq: cseq++ }),
      digest: credentials === undefined ? undefined : new DigestClient(credentials, tokens),
    });
  }

  resolve(where: Where): Promise<readonly Hop[]> {
    return this.#core.resolver.resolve(where);
  }

  contactFor(hop: Hop, user?: string): string {
    return contactAt({ ...hop, ...this.#core.transport.ourEnd(hop) }, user);
  }

  /** Our address as that peer reaches it: for the description of audio. */
  addressTowards(peer: string): string {
    return this.#core.transport.addressTowards(peer);
  }

  /** Of all that listen for TLS. */
  renewCertificate(certificate: { readonly cert: string; readonly key: string }): void {
    this.#core.transport.renewCertificate(certificate);
  }

  drain(): void {
    this.#isDraining = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.drain();
    const { dialogs, calling, transactions, transport } = this.#core;
    for (const call of calling) call.hangUp();
    for (const owner of new Set(dialogs.values())) owner.hangUp();
    await this.#untilQuiet();
    transactions.end();
    await transport[Symbol.asyncDispose]();
  }

  /** Waits for the others to answer our goodbyes, but not for long. */
  async #untilQuiet(): Promise<void> {
    if (this.#isQuiet) return;
    const quiet = Promise.withResolvers<void>();
    this.#released = () => {
      if (this.#isQuiet) quiet.resolve();
    };
    const deadline = this.#core.clock.after(partingMs, quiet.resolve);
    await quiet.promise;
    deadline.cancel();
  }

  get #isQuiet(): boolean {
    return this.#core.dialogs.size === 0 && this.#core.calling.size === 0;
  }

  #make(
    { method, uri, from, to, headers = [] }: RequestOrder,
    { callId, fromTag, cseq }: { callId: string; fromTag: string; cseq: number },
  ): SipRequest {
    const fields: HeaderField[] = [
      ['max-forwards', '70'],
      ['from', `${from};tag=${fromTag}`],
      ['to', to],
      ['call-id', callId],
      ['cseq', `${cseq} ${method}`],
      ...productField(this.#core, 'user-agent'),
      ...headers,
    ];
    const all = new Headers(fields);
    return { kind: 'request', method, uri, version: 'SIP/2.0', headers: all, body: noBody };
  }

  #received(message: SipMessage, source: Source, flow: Flow): void {
    if (message.kind === 'response') this.#takeResponse(message);
    else this.#takeRequest(message, source, flow);
  }

  #takeResponse(response: SipResponse): void {
    const judged = judgeResponse(response);
    if (!judged.ok) this.#core.count('unreadable');
    else if (!this.#core.transactions.takeResponse(response, judged.envelope)) {
      this.#core.count('response to nothing');
    }
  }

  #takeRequest(request: SipRequest, source: Source, flow: Flow): void {
    const stamped = stampVia(request, source);
    const answers = answerFlow(request, flow);
    const judged = judgeRequest(stamped);
    if (!judged.ok) {
      this.#handlers.unreadable?.(source.address, judged.reason);
      this.#replyStateless(stamped, answers, judged);
      return;
    }
    const { transactions } = this.#core;
    const isNew = judged.envelope.toTag === '' && !['ACK', 'CANCEL'].includes(request.method);
    if (isNew && transactions.size >= this.#limits.transactionsMax) {
      this.#core.count('overloaded');
      this.#replyStateless(stamped, answers, { status: 503, headers: [['retry-after', '10']] });
      return;
    }
    const taken = transactions.take(stamped, judged.envelope, answers);
    if (taken.kind === 'absorbed') return;
    if (taken.kind === 'ack') {
      this.#ownerOf(judged.envelope)?.takeAck(stamped, judged.envelope);
      return;
    }
    const { transaction } = taken;
    const all: TakenRequest = { request: stamped, envelope: judged.envelope, transaction };
    if (taken.kind === 'merged') this.#reply(all, { status: 482 });
    else this.#dispatchOrEnd(all, source);
  }

  /** Without a final answer a transaction would be kept for ever. */
  #dispatchOrEnd(taken: TakenRequest, source: Source): void {
    try {
      this.#dispatch(taken, source);
    } catch (error) {
      this.#reply(taken, { status: 500 });
      throw error;
    }
  }

  #dispatch(taken: TakenRequest, source: Source): void {
    const { request, envelope } = taken;
    if (request.method === 'CANCEL') {
      this.#takeCancel(taken);
      return;
    }
    const refused =
      refuseMethod(request.method) ?? refuseExtensions(request) ?? refuseUnreadable(request);
    if (refused !== undefined) {
      this.#core.count('refused by the stack');
      this.#reply(taken, refused);
      return;
    }
    if (envelope.toTag !== '') {
      const owner = this.#ownerOf(envelope);
      if (owner === undefined) {
        this.#reply(taken, { status: 481 });
        return;
      }
      if (request.method === 'INVITE') this.#reply(taken, { status: 100 });
      owner.take(taken);
      return;
    }
    if (request.method === 'OPTIONS') this.#takeOptions(taken);
    else if (request.method === 'INVITE') this.#takeInvite(taken, source);
    else this.#reply(taken, { status: 481 });
  }

  #takeCancel(taken: TakenRequest): void {
    const { request, envelope } = taken;
    const { transactions, cancellable } = this.#core;
    const invite = transactions.inviteOf(request, envelope);
    // RFC 3261 §9.2: 200 also where the INVITE has its answer already.
    this.#reply(taken, { status: invite === undefined ? 481 : 200 });
    if (invite !== undefined) cancellable.get(invite.key)?.cancelled(reasonOf(request));
  }

  #takeOptions(taken: TakenRequest): void {
    if (this.#isDraining) this.#reply(taken, { status: 503, headers: [['retry-after', '60']] });
    else {
      const headers: HeaderField[] = [
        allow,
        acceptSdp,
        ['supported', 'timer, 100rel'],
        ...productField(this.#core, 'server'),
      ];
      this.#reply(taken, { status: 200, headers });
    }
  }

  #takeInvite(taken: TakenRequest, source: Source): void {
    const refused = this.#refuseCall(taken.request);
    if (refused !== undefined) {
      this.#reply(taken, refused);
      return;
    }
    const call = new ReceivedCall(this.#core, taken, source);
    const handlers = guarded(this.#core, () => this.#handlers.incoming(call));
    if (handlers === undefined) call.refuse(500);
    else call.attach(handlers);
    // Not before: who is to hear nothing must not hear that we are trying.
    call.tryOn();
  }

  #refuseCall({ headers }: SipRequest): Reply | undefined {
    if (this.#isDraining) return { status: 503, headers: [['retry-after', '60']] };
    if (isTooShort(headers)) return { status: 422, headers: [['min-se', `${minSessionS}`]] };
    return undefined;
  }

  #ownerOf({ callId, toTag, fromTag }: RequestEnvelope): ReturnType<AgentCore['dialogs']['get']> {
    return this.#core.dialogs.get(dialogKey(callId, toTag, fromTag));
  }

  #reply({ request, transaction }: TakenRequest, reply: Reply): void {
    const toTag = this.#core.tokens();
    transaction.respond(replyTo(request, { toTag, ...reply }));
  }

  /** To what no transaction can be made of. An ACK has no answer. */
  #replyStateless(request: SipRequest, answers: Flow, reply: Reply): void {
    this.#core.count('refused by the stack');
    if (request.method === 'ACK') return;
    const toTag = this.#core.tokens();
    answers.send(writeResponse(replyTo(request, { toTag, ...reply })));
  }
}

function refuseUnreadable(request: SipRequest): Reply | undefined {
  const refused = refuseContent(request);
  if (refused !== undefined) return refused;
  const sdp = sdpOf(request);
  return sdp !== undefined && parseSdp(sdp) === undefined
    ? { status: 400, reason: 'Session description cannot be read' }
    : undefined;
}

/** A call that came, until it is answered, refused or cancelled (RFC 3261 §13.3, RFC 3262). */
import type { Timer } from '#core/clock.ts';
import {
  type AgentCore,
  contactOn,
  type DialogOwner,
  guarded,
  guardedAnswer,
  productField,
  reasonOf,
  sdpParts,
  sessionWork,
  type TakenRequest,
} from './agent-core.ts';
import { type Dialog, dialogOfCallee } from './dialog.ts';
import { parseRAck, splitTokens } from './fields.ts';
import type { HeaderField } from './headers.ts';
import type { SipRequest } from './message.ts';
import { sdpOf } from './multipart.ts';
import { ReliableProvisionals } from './reliable.ts';
import { parseSdp } from './sdp.ts';
import { AgentSession } from './session.ts';
import { grantSession } from './session-timer.ts';
import type { ServerTransaction } from './transaction/server-transaction.ts';
import type {
  Answering,
  IncomingCall,
  IncomingCallHandlers,
  OfferReply,
  Refusing,
  Ringing,
  Session,
  SessionEnd,
  SessionHandlers,
  Source,
} from './user-agent.ts';
import { allow, type RequestEnvelope } from './validate.ts';
import { type Reply, replyTo } from './write-message.ts';

/** One of our To-tags, and what has been agreed on under it. */
type Fork = {
  readonly name: string;
  readonly tag: string;
  readonly dialog: Dialog;
  localSdp: Buffer | undefined;
  remoteSdp: Buffer | undefined;
  /** Our offer went in a reliable answer and its PRACK brought theirs. */
  isAgreed: boolean;
};

const plainFork = '';
/** RFC 3261 §17.2.1: what is answered within this time needs no 100. */
const tryingAfterMs = 200;
/** A caller's set that rings in more places than this is none of ours. */
const forksMax = 32;

export class ReceivedCall implements IncomingCall, DialogOwner {
  readonly callId: string;
  readonly request: SipRequest;
  readonly source: Source;
  readonly offer: Buffer | undefined;
  readonly #core: AgentCore;
  readonly #envelope: RequestEnvelope;
  readonly #transaction: ServerTransaction;
  readonly #forks = new Map<string, Fork>();
  readonly #reliable: ReliableProvisionals | undefined;
  readonly #contact: HeaderField;
  #handlers: IncomingCallHandlers | undefined;
  #isOver = false;
  #trying: Timer | undefined;
  /** Answered, but the 200 waits for a PRACK. */
  #answering: AgentSession | undefined;

  constructor(core: AgentCore, taken: TakenRequest, source: Source) {
    this.#core = core;
    this.request = taken.request;
    this.source = source;
    this.#envelope = taken.envelope;
    this.#transaction = taken.transaction;
    this.callId = taken.envelope.callId;
    this.offer = sdpOf(taken.request);
    this.#contact = ['contact', contactOn(taken.transaction.flow)];
    const required = splitTokens(taken.request.headers.all('require'));
    this.#reliable = required.includes('100rel') ? this.#makeReliable() : undefined;
    core.cancellable.set(taken.transaction.key, {
      cancelled: (reason) => this.#cancel(487, 'cancelled', reason),
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  attach(handlers: IncomingCallHandlers): void {
    this.#handlers = handlers;
  }

  /** RFC 3261 §17.2.1: a 100, where nothing else is said within 200 ms. */
  tryOn(): void {
    if (this.#isOver || this.#forks.size > 0) return;
    const say = sessionWork.guard(
      () => this.#transaction.respond(replyTo(this.request, { status: 100 })),
      () => this.refuse(500),
    );
    this.#trying = this.#core.clock.after(tryingAfterMs, say);
  }

  ring(status: number, { fork = plainFork, sdp, headers = [], reason }: Ringing = {}): void {
    const known = this.#fork(fork);
    if (this.#isOver || known === undefined || status <= 100 || status >= 200) return;
    if (sdp !== undefined) known.localSdp = sdp;
    const parts = sdpParts(sdp);
    const response = replyTo(this.request, {
      status,
      reason,
      toTag: known.tag,
      headers: [this.#contact, allow, ...headers, ...parts.headers],
      body: parts.body,
    });
    if (this.#reliable === undefined) this.#transaction.respond(response);
    else this.#reliable.send(response);
  }

  answer(
    { fork = plainFork, sdp, headers = [], sessionExpiresS }: Answering,
    handlers: SessionHandlers,
  ): Session | undefined {
    const known = this.#fork(fork);
    if (this.#isOver || known === undefined) return undefined;
    const { interval, fields } = grantSession(this.request.headers, sessionExpiresS);
    known.localSdp = sdp;
    this.#close();
    const session = this.#openSession(known, interval);
    session.attach(handlers);
    const parts = sdpParts(known.isAgreed ? undefined : sdp);
    const reply: Reply = {
      status: 200,
      toTag: known.tag,
      headers: [
        this.#contact,
        allow,
        ['supported', 'timer'],
        ...productField(this.#core, 'server'),
        ...fields,
        ...headers,
        ...parts.headers,
      ],
      body: parts.body,
    };
    if (this.#reliable === undefined) this.#sendAnswer(session, reply);
    else this.#answerWhenQuiet(session, { reply, fork: known, reliable: this.#reliable });
    return session;
  }

  refuse(status: number, { reason, headers }: Refusing = {}): void {
    if (this.#isOver || status < 300 || status > 699) return;
    this.#respondFinally(status, { reason, headers });
  }

  ignore(): void {
    if (this.#isOver) return;
    this.#over();
    this.#transaction.end();
  }

  hangUp(): void {
    this.refuse(503);
  }

  take(taken: TakenRequest): void {
    const { request, envelope } = taken;
    const fork = [...this.#forks.values()].find(({ tag }) => tag === envelope.toTag);
    if (fork?.dialog.takeCSeq(envelope.cseq.number) !== true) {
      this.#reply(taken, { status: 500, reason: 'CSeq is not higher' });
      return;
    }
    switch (request.method) {
      case 'PRACK':
        this.#takePrack(taken, fork);
        return;
      case 'UPDATE':
        this.#updateLater(taken, fork);
        return;
      case 'BYE':
        // RFC 3261 §15.1.2: an early dialog may be hung up too; the INVITE hears 487.
        this.#reply(taken, { status: 200 });
        this.#cancel(487, 'cancelled', reasonOf(request));
        return;
      case 'OPTIONS':
      case 'INFO':
        this.#reply(taken, { status: 200, headers: [allow] });
        return;
      default:
        // §14.2: the INVITE that opened the dialog is not decided.
        this.#reply(taken, { status: 500, headers: [['retry-after', '5']] });
    }
  }

  takeAck(): void {
    // Nothing of ours waits for one before there is a session.
  }

  #reply({ request, transaction }: TakenRequest, reply: Reply): void {
    transaction.respond(replyTo(request, reply));
  }

  #makeReliable(): ReliableProvisionals {
    return new ReliableProvisionals({
      clock: this.#core.clock,
      send: (response) => this.#transaction.respond(response),
      gaveUp: () => {
        this.#core.count('no prack');
        this.#abandon(504, { by: 'us', cause: 'no ack', reason: undefined });
        this.#cancel(504, 'no prack', undefined);
      },
      cseq: this.#envelope.cseq.number,
      firstRSeq: Math.floor(this.#core.random() * 2 ** 30),
    });
  }

  #fork(name: string): Fork | undefined {
    const known = this.#forks.get(name);
    if (known !== undefined || this.#isOver || this.#forks.size >= forksMax) return known;
    const tag = this.#core.tokens();
    const dialog = dialogOfCallee(this.request, this.#envelope, tag);
    const { offer } = this;
    const fork = { name, tag, dialog, localSdp: undefined, remoteSdp: offer, isAgreed: false };
    this.#forks.set(name, fork);
    this.#trying?.cancel();
    this.#core.dialogs.set(dialog.key, this);
    return fork;
  }

  #takePrack(taken: TakenRequest, fork: Fork): void {
    const rack = parseRAck(taken.request.headers.get('rack') ?? '');
    const acknowledged = rack === undefined ? undefined : this.#reliable?.acknowledge(rack);
    if (acknowledged === undefined) {
      this.#reply(taken, { status: 481 });
      return;
    }
    const sdp = sdpOf(taken.request);
    if (sdp === undefined) {
      this.#reply(taken, { status: 200 });
      return;
    }
    if (this.offer === undefined && !fork.isAgreed && fork.localSdp !== undefined) {
      fork.isAgreed = true;
      fork.remoteSdp = sdp;
      this.#reply(taken, { status: 200 });
      guarded(this.#core, () => this.#handlers?.answeredEarly?.(sdp, fork.name));
      return;
    }
    // RFC 3262 §5: with the first exchange done a PRACK may offer again.
    this.#updateLater(taken, fork);
  }

  #updateLater(taken: TakenRequest, fork: Fork): void {
    sessionWork.run(
      () => this.#takeUpdate(taken, fork),
      () => this.#reply(taken, { status: 500 }),
    );
  }

  async #takeUpdate(taken: TakenRequest, fork: Fork): Promise<void> {
    const { request } = taken;
    const sdp = sdpOf(request);
    if (sdp === undefined) {
      this.#reply(taken, { status: 200, headers: [this.#contact, allow] });
      return;
    }
    // RFC 3311 §5.2: the offer of the INVITE has no answer yet.
    if (fork.localSdp === undefined) {
      this.#reply(taken, { status: 500, headers: [['retry-after', '3']] });
      return;
    }
    const reply: OfferReply =
      parseSdp(sdp) === undefined ? { status: 400 } : await this.#askOffer(request, sdp);
    if (reply.sdp !== undefined) {
      fork.localSdp = reply.sdp;
      fork.remoteSdp = sdp;
    }
    const parts = sdpParts(reply.sdp);
    this.#reply(taken, {
      status: reply.status,
      headers: [this.#contact, allow, ...parts.headers],
      body: parts.body,
    });
  }

  async #askOffer(request: SipRequest, sdp: Buffer): Promise<OfferReply> {
    const offered = this.#handlers?.offered?.bind(this.#handlers);
    if (offered === undefined) return { status: 488 };
    const reply = await guardedAnswer(this.#core, () => offered({ by: 'UPDATE', sdp, request }));
    return reply ?? { status: 500 };
  }

  #openSession(fork: Fork, interval: AgentSession['interval']): AgentSession {
    const allowed = splitTokens(this.request.headers.all('allow'));
    return new AgentSession({
      core: this.#core,
      dialog: fork.dialog,
      role: 'callee',
      flow: this.#transaction.flow,
      contact: this.#contact,
      digest: undefined,
      interval,
      localSdp: fork.localSdp,
      remoteSdp: fork.remoteSdp,
      takesUpdate: allowed.includes('update'),
    });
  }

  /** RFC 3262 §3: not before what was promised reliably has arrived. */
  #answerWhenQuiet(
    session: AgentSession,
    { reply, fork, reliable }: { reply: Reply; fork: Fork; reliable: ReliableProvisionals },
  ): void {
    this.#answering = session;
    session.takePrack = (taken) => this.#takePrack(taken, fork);
    this.#core.cancellable.set(this.#transaction.key, {
      cancelled: (reason) => this.#abandon(487, { by: 'peer', cause: 'bye', reason }),
    });
    reliable.whenQuiet(() => this.#sendAnswer(session, reply));
  }

  /** The answer never left: its session was none. */
  #abandon(status: number, end: SessionEnd): void {
    const session = this.#answering;
    if (session === undefined) return;
    this.#answering = undefined;
    this.#respondFinally(status, {});
    session.abandon(end);
  }

  #sendAnswer(session: AgentSession, reply: Reply): void {
    this.#reliable?.stop();
    this.#answering = undefined;
    session.takePrack = undefined;
    this.#core.cancellable.delete(this.#transaction.key);
    const { request } = this;
    const transaction = this.#transaction;
    const envelope = this.#envelope;
    const taken: TakenRequest = { request, envelope, transaction };
    const octets = session.reply(taken, reply);
    session.received.awaitAck(envelope.cseq.number, {
      sendAgain: session.repeat(taken, octets),
      acknowledged: (answer) => session.opened(answer),
      isOffer: this.offer === undefined && reply.body !== undefined,
    });
  }

  #cancel(status: number, why: 'cancelled' | 'no prack', reason: string | undefined): void {
    if (this.#isOver) return;
    this.#respondFinally(status, {});
    guarded(this.#core, () => this.#handlers?.cancelled(why, reason));
  }

  #respondFinally(status: number, { reason, headers = [] }: Refusing): void {
    const [fork] = this.#forks.values();
    const toTag = fork?.tag ?? this.#core.tokens();
    this.#over();
    const all = [...productField(this.#core, 'server'), ...headers];
    this.#transaction.respond(replyTo(this.request, { status, reason, toTag, headers: all }));
  }

  #over(): void {
    this.#reliable?.stop();
    this.#close();
  }

  /** No longer rings, and nothing of it is found any more but what a session takes over. */
  #close(): void {
    this.#isOver = true;
    this.#trying?.cancel();
    this.#core.cancellable.delete(this.#transaction.key);
    for (const { dialog } of this.#forks.values()) this.#core.dialogs.delete(dialog.key);
    this.#core.released();
  }
}

/** A session from either end: what is asked within its dialog, what is answered, and how it ends. */
import { dropped } from '#core/boundary.ts';
import type { Timer } from '#core/clock.ts';
import {
  type DialogOwner,
  guarded,
  reasonOf,
  sdpParts,
  sessionWork,
  type TakenRequest,
} from './agent-core.ts';
import type { HeaderField } from './headers.ts';
import { noBody, type SipRequest } from './message.ts';
import { sdpOf } from './multipart.ts';
import type { OfferingSession, SessionOptions } from './offering-session.ts';
import { ReceivedOffers } from './received-offers.ts';
import { flowIn, isGone, send, withFields } from './requester.ts';
import { SentAck } from './sent-ack.ts';
import { SentOffers } from './sent-offers.ts';
import { actAfterMs, type SessionInterval } from './session-timer.ts';
import { giveUpMs } from './transaction/times.ts';
import { withVia } from './transaction/transactions.ts';
import type { Flow } from './transport/flow.ts';
import type {
  OfferOptions,
  OfferOutcome,
  RequestOutcome,
  Session,
  SessionEnd,
  SessionHandlers,
} from './user-agent.ts';
import { acceptSdp, allow, type RequestEnvelope } from './validate.ts';
import { type Reply, replyTo, writeRequest, writeResponse } from './write-message.ts';

export class AgentSession implements Session, OfferingSession, DialogOwner {
  localSdp: Buffer | undefined;
  remoteSdp: Buffer | undefined;
  /** While the 200 waits for a PRACK: where that goes. */
  takePrack: ((taken: TakenRequest) => void) | undefined;
  readonly options: SessionOptions;
  readonly received: ReceivedOffers;
  readonly sent: SentOffers;
  /** Caller: of the first 200. */
  readonly ack = new SentAck();
  #state: Session['state'] = 'unacknowledged';
  #handlers: SessionHandlers | undefined;
  #interval: SessionInterval;
  #timer: Timer | undefined;
  #unacknowledged: Timer | undefined;
  #byeWanted: readonly HeaderField[] | undefined;
  #way: { readonly to: string; readonly flow: Promise<Flow> } | undefined;

  constructor(options: SessionOptions) {
    this.options = options;
    this.localSdp = options.localSdp;
    this.remoteSdp = options.remoteSdp;
    this.received = new ReceivedOffers(this);
    this.sent = new SentOffers(this);
    this.#interval = options.interval;
    options.flow.hold();
    options.core.dialogs.set(options.dialog.key, this);
    this.#arm();
    if (options.role === 'caller') {
      this.#unacknowledged = options.core.clock.after(giveUpMs, () => this.end('no ack'));
    }
  }

  get callId(): string {
    return this.options.dialog.callId;
  }

  get state(): Session['state'] {
    return this.#state;
  }

  get handlers(): SessionHandlers | undefined {
    return this.#handlers;
  }

  get interval(): SessionInterval {
    return this.#interval;
  }

  attach(handlers: SessionHandlers): void {
    this.#handlers = handlers;
  }

  /** Caller: 200 came, and its ACK goes. */
  acknowledge(answer?: Buffer): void {
    if (this.options.role !== 'caller' || this.#state !== 'unacknowledged') return;
    this.#state = 'open';
    this.#unacknowledged?.cancel();
    if (answer !== undefined) this.localSdp = answer;
    this.sendAck(this.options.dialog.localCSeq, answer, (octets, flow) =>
      this.ack.sent(octets, flow),
    );
  }

  offer(offer: Buffer | undefined, options: OfferOptions = {}): Promise<OfferOutcome> {
    return this.sent.offer(offer, options);
  }

  async info(contentType: string, body: Buffer): Promise<RequestOutcome> {
    return this.request('INFO', [['content-type', contentType]], body);
  }

  bye(headers: readonly HeaderField[] = []): void {
    if (this.#state === 'ended') return;
    if (this.#state === 'unacknowledged' && this.options.role === 'callee') {
      // RFC 3261 §15: a callee hangs up only when the ACK has come, or is not awaited any more.
      this.#byeWanted ??= headers;
      return;
    }
    if (this.#state === 'unacknowledged') this.acknowledge();
    this.#finish({ by: 'us', cause: 'bye', reason: undefined }, headers);
  }

  hangUp(): void {
    if (this.#state === 'unacknowledged' && this.options.role === 'callee') this.end('no ack');
    else this.bye();
  }

  end(cause: Exclude<SessionEnd['cause'], 'bye'>): void {
    if (this.#state === 'ended') return;
    if (this.options.role === 'caller') this.acknowledge();
    if (cause === 'no ack') this.options.core.count('no ack');
    this.#finish({ by: 'us', cause, reason: undefined }, []);
  }

  /** Callee: the 200 has not left, and never will. */
  abandon(end: SessionEnd): void {
    this.#finish(end);
  }

  /** Callee: the 200 has its ACK. */
  opened(answer: Buffer | undefined): void {
    if (this.#state !== 'unacknowledged') return;
    this.#state = 'open';
    if (answer !== undefined) this.remoteSdp = answer;
    guarded(this.options.core, () => this.#handlers?.acknowledged?.(answer));
    if (this.#byeWanted !== undefined) this.bye(this.#byeWanted);
  }

  takeAck(request: SipRequest, { cseq }: RequestEnvelope): void {
    this.received.takeAck(cseq.number, sdpOf(request));
  }

  take(taken: TakenRequest): void {
    const { request, envelope } = taken;
    if (this.#state === 'ended') {
      // Both hung up at once.
      this.reply(taken, { status: request.method === 'BYE' ? 200 : 481 });
      return;
    }
    // §12.2.2: out of order.
    if (!this.options.dialog.takeCSeq(envelope.cseq.number)) {
      this.reply(taken, { status: 500, reason: 'CSeq is not higher' });
      return;
    }
    switch (request.method) {
      case 'BYE':
        this.reply(taken, { status: 200 });
        this.#finish({ by: 'peer', cause: 'bye', reason: reasonOf(request) });
        return;
      case 'INVITE':
      case 'UPDATE':
        this.received.take(taken);
        return;
      case 'INFO':
        this.reply(taken, { status: this.#takeInfo(request) });
        return;
      case 'OPTIONS':
        this.reply(taken, { status: 200, headers: [allow, acceptSdp] });
        return;
      default:
        if (request.method === 'PRACK' && this.takePrack !== undefined) this.takePrack(taken);
        else this.reply(taken, { status: 481 });
    }
  }

  reply({ request, transaction }: TakenRequest, reply: Reply): Buffer {
    const response = replyTo(request, reply);
    return transaction.respond(response) ?? writeResponse(response);
  }

  repeat({ transaction }: TakenRequest, octets: Buffer): () => void {
    return () => {
      this.options.core.count('retransmitted');
      transaction.flow.send(octets);
    };
  }

  /** A request in the dialog that makes no offer. */
  async request(
    method: string,
    headers: readonly HeaderField[],
    body: Buffer = noBody,
  ): Promise<RequestOutcome> {
    const { core, dialog, digest } = this.options;
    const outcome = await send(core, {
      flow: () => this.flow(),
      make: () => dialog.request(method, { headers, body }),
      digest,
    });
    if (method !== 'BYE' && isGone(outcome)) this.end('unreachable');
    return outcome;
  }

  /** The way that requests go; kept while the target stays, so that what is sent first arrives first. */
  flow(): Promise<Flow> {
    const { core, dialog, flow } = this.options;
    const to = dialog.nextHop;
    const open = (): Promise<Flow> => flowIn(core, to, flow);
    if (this.#way?.to !== to) this.#way = { to, flow: open() };
    return this.#way.flow.then((found) => (found.isOpen ? found : open()), open);
  }

  sendAck(
    cseq: number,
    answer: Buffer | undefined,
    sent: (octets: Buffer, flow: Flow) => void,
  ): void {
    const { core, dialog, digest } = this.options;
    const { headers, body } = sdpParts(answer);
    const ack = withFields(dialog.request('ACK', { cseq, headers, body }), digest);
    const write = (flow: Flow): void => {
      const octets = writeRequest(withVia(ack, flow, core.transactions.newBranch()));
      flow.send(octets);
      sent(octets, flow);
    };
    sessionWork.run(
      () => this.flow().then(write, () => undefined),
      () => this.end('unreachable'),
    );
  }

  renewed(interval: SessionInterval): void {
    if (this.#state === 'ended') return;
    this.#interval = interval;
    this.#arm();
  }

  refreshAfter(waitMs: number): void {
    if (this.#state !== 'ended') this.#actAfter(waitMs);
  }

  #takeInfo(request: SipRequest): number {
    const info = this.#handlers?.info?.bind(this.#handlers);
    if (info === undefined) return 200;
    const contentType = request.headers.get('content-type') ?? '';
    return guarded(this.options.core, () => info({ contentType, body: request.body })) ?? 500;
  }

  #arm(): void {
    this.#actAfter(actAfterMs(this.#interval));
  }

  #actAfter(waitMs: number): void {
    this.#timer?.cancel();
    const act = sessionWork.guard(
      () => (this.#interval.isOurs ? this.sent.refresh() : this.end('expired')),
      () => this.end('expired'),
    );
    this.#timer = this.options.core.clock.after(waitMs, act);
  }

  /** `bye` are the headers of the BYE that is to be said; without it none is. */
  #finish(end: SessionEnd, bye?: readonly HeaderField[]): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#timer?.cancel();
    this.#unacknowledged?.cancel();
    this.received.stop();
    this.sent.stop();
    if (bye === undefined) this.#forget();
    else sessionWork.run(() => this.request('BYE', bye).finally(() => this.#forget()), dropped);
    // Transactions remember a session for 32 s; the application's call need not stay with it.
    const handlers = this.#handlers;
    this.#handlers = undefined;
    guarded(this.options.core, () => handlers?.ended(end));
  }

  #forget(): void {
    const { core, dialog, flow } = this.options;
    if (core.dialogs.get(dialog.key) !== this) return;
    core.dialogs.delete(dialog.key);
    flow.release();
    core.released();
  }
}

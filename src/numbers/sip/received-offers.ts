/** re-INVITE and UPDATE of the other side: refused while another is open, refreshed, or asked of the application. */
import type { Clock, Timer } from '#core/clock.ts';
import {
  type AgentCore,
  guardedAnswer,
  sdpParts,
  sessionWork,
  type TakenRequest,
} from './agent-core.ts';
import { contactOf } from './dialog.ts';
import type { HeaderField } from './headers.ts';
import { sdpOf } from './multipart.ts';
import type { OfferingSession } from './offering-session.ts';
import { parseSdp } from './sdp.ts';
import { grantSession, isTooShort, minSessionS } from './session-timer.ts';
import { giveUpMs, nextWaitMs, t1Ms, t2Ms } from './transaction/times.ts';
import type { IncomingOffer, OfferReply } from './user-agent.ts';
import { allow } from './validate.ts';
import type { Reply } from './write-message.ts';

type Accepted = Extract<OfferReply, { readonly status: 200; readonly sdp: Buffer }>;

export type AwaitedAck = {
  readonly sendAgain: () => void;
  readonly acknowledged: (answer: Buffer | undefined) => void;
  readonly isOffer: boolean;
};

export class ReceivedOffers {
  readonly #session: OfferingSession;
  #open: TakenRequest | undefined;
  /** Of the 2xx that has no ACK yet: the first one's, then each re-INVITE's. */
  #repeats: FinalRepeats | undefined;
  /** The 2xx made the offer, so that its ACK carries the answer. */
  #isOfferUnanswered = false;
  #acknowledged: ((answer: Buffer | undefined) => void) | undefined;

  constructor(session: OfferingSession) {
    this.#session = session;
  }

  get isOpen(): boolean {
    return this.#open !== undefined || this.#repeats !== undefined;
  }

  /** A 2xx has been sent and waits for its ACK. */
  awaitAck(cseq: number, { sendAgain, acknowledged, isOffer }: AwaitedAck): void {
    this.#isOfferUnanswered = isOffer;
    this.#acknowledged = acknowledged;
    this.#repeats = new FinalRepeats(
      { cseq, clock: this.#core.clock },
      { sendAgain, gaveUp: () => this.#session.end('no ack') },
    );
  }

  takeAck(cseq: number, answer: Buffer | undefined): void {
    if (this.#repeats?.cseq !== cseq) return;
    this.#repeats.stop();
    this.#repeats = undefined;
    this.#isOfferUnanswered = false;
    const acknowledged = this.#acknowledged;
    this.#acknowledged = undefined;
    acknowledged?.(answer);
  }

  take(taken: TakenRequest): void {
    const refused = this.#refuse(taken);
    if (refused !== undefined) {
      this.#session.reply(taken, refused);
      return;
    }
    const { request, transaction } = taken;
    const offer = sdpOf(request);
    this.#session.options.dialog.refreshTarget(contactOf(request));
    const { localSdp, remoteSdp } = this.#session;
    // RFC 4028 §7.4 tells a refresh by the version in `o=`; phones hold and move their audio under one that
    // stays, so only a description that has not changed by an octet is a refresh.
    const isRefresh =
      offer === undefined ? request.method === 'UPDATE' : remoteSdp?.equals(offer) === true;
    if (isRefresh && (localSdp !== undefined || offer === undefined)) {
      this.#accept(taken, offer === undefined ? undefined : localSdp);
      return;
    }
    this.#open = taken;
    this.#core.cancellable.set(transaction.key, {
      cancelled: () => this.#settle(taken, { status: 487 }),
    });
    sessionWork.run(
      () => this.#ask(taken, offer),
      () => this.#settle(taken, { status: 500 }),
    );
  }

  stop(): void {
    this.#repeats?.stop();
    this.#repeats = undefined;
    if (this.#open !== undefined) this.#settle(this.#open, { status: 487 });
  }

  #takeLostAck(): void {
    if (this.#repeats !== undefined) this.takeAck(this.#repeats.cseq, undefined);
  }

  get #core(): AgentCore {
    return this.#session.options.core;
  }

  #refuse({ request }: TakenRequest): Reply | undefined {
    if (this.#session.sent.isOpen || this.#isOfferUnanswered) return { status: 491 };
    // RFC 5407 §3.1.5: a peer that goes on has had our 2xx, although the ACK was lost.
    if (this.#open === undefined) this.#takeLostAck();
    // RFC 3261 §14.2, RFC 3311 §5.2: another one of theirs is open; they may come again within ten seconds.
    if (this.isOpen) {
      const waitS = Math.floor(this.#core.random() * 10);
      return { status: 500, headers: [['retry-after', `${waitS}`]] };
    }
    if (isTooShort(request.headers)) {
      return { status: 422, headers: [['min-se', `${minSessionS}`]] };
    }
    const offer = sdpOf(request);
    return offer !== undefined && parseSdp(offer) === undefined
      ? { status: 400, reason: 'Session description cannot be read' }
      : undefined;
  }

  async #ask(taken: TakenRequest, sdp: Buffer | undefined): Promise<void> {
    const { request } = taken;
    const by = request.method === 'UPDATE' ? 'UPDATE' : 'INVITE';
    const answer = await this.#answerTo({ by, sdp, request });
    if (this.#open !== taken) return;
    if (answer.sdp === undefined) {
      const headers = 'headers' in answer ? answer.headers : undefined;
      this.#settle(taken, { status: answer.status, headers });
      return;
    }
    this.#close(taken);
    if (sdp !== undefined) this.#session.remoteSdp = sdp;
    this.#session.localSdp = answer.sdp;
    this.#accept(taken, answer.sdp, answer);
  }

  async #answerTo(offer: IncomingOffer): Promise<OfferReply> {
    const { handlers } = this.#session;
    if (handlers === undefined) return { status: 488 };
    return (await guardedAnswer(this.#core, () => handlers.offered(offer))) ?? { status: 500 };
  }

  #settle(taken: TakenRequest, reply: Reply): void {
    this.#close(taken);
    this.#session.reply(taken, reply);
  }

  #close({ transaction }: TakenRequest): void {
    this.#open = undefined;
    this.#core.cancellable.delete(transaction.key);
  }

  #accept(taken: TakenRequest, sdp: Buffer | undefined, answer?: Accepted): void {
    const { request, envelope } = taken;
    const session = this.#session;
    const { interval, fields } = grantSession(request.headers, session.interval.seconds);
    const { headers, body } = sdpParts(sdp);
    const all: HeaderField[] = [session.options.contact, allow, ...fields, ...headers];
    const reply: Reply = { status: 200, headers: all, body };
    const octets = session.reply(taken, reply);
    session.renewed(interval);
    if (request.method !== 'INVITE') return;
    this.awaitAck(envelope.cseq.number, {
      sendAgain: session.repeat(taken, octets),
      isOffer: sdpOf(request) === undefined && sdp !== undefined,
      acknowledged: (ackSdp) => {
        if (ackSdp !== undefined) session.remoteSdp = ackSdp;
        answer?.acknowledged?.(ackSdp);
      },
    });
  }
}

/** A 2xx to an INVITE, repeated until its ACK (RFC 3261 §13.3.1.4), whatever the transport. */
class FinalRepeats {
  readonly cseq: number;
  readonly #clock: Clock;
  #again: Timer | undefined;
  #end: Timer | undefined;

  constructor(
    { cseq, clock }: { readonly cseq: number; readonly clock: Clock },
    { sendAgain, gaveUp }: { readonly sendAgain: () => void; readonly gaveUp: () => void },
  ) {
    this.cseq = cseq;
    this.#clock = clock;
    this.#againAfter(t1Ms, sendAgain);
    this.#end = clock.after(giveUpMs, () => {
      this.stop();
      gaveUp();
    });
  }

  stop(): void {
    this.#again?.cancel();
    this.#end?.cancel();
  }

  #againAfter(waitMs: number, sendAgain: () => void): void {
    this.#again = this.#clock.after(waitMs, () => {
      sendAgain();
      this.#againAfter(nextWaitMs(waitMs, t2Ms), sendAgain);
    });
  }
}

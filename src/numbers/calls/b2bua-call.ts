/**
 * A call that is led on: the leg that came in and the one that we make, joined from the first ring to the
 * BYE of either (a back-to-back user agent, B2BUA, RFC 7092).
 *
 *   reserve ─► open audio ─► try trunks in turn ─► rings pass ─► answered: ACK B, 200 to A, billing ─► BYE
 */
import { dropped } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { callWork } from '../call-boundaries.ts';
import type { SipResponse } from '../sip/message.ts';
import type {
  CallFailure,
  IncomingCall,
  IncomingCallHandlers,
  OutgoingCall,
  Session,
  SessionEnd,
  SessionHandlers,
  Hop as SipHop,
  UserAgent,
} from '../sip/user-agent.ts';
import type { Trunk } from '../trunks/trunk.ts';
import type { CallAudio, Passed } from './call-audio.ts';
import type { EndCause } from './call-record.ts';
import { askedRestMs, judgeFailure, type LegVerdict } from './leg-verdict.ts';
import { opposite, relayOffer, type Side } from './offer-relay.ts';
import type { Leg } from './outgoing-leg.ts';
import type { Ended } from './paid-call.ts';

/** RFC 3261 gives 32 s; a carrier that has not said 100 by then is not there. */
const unheardMs = 4_000;
/** The only way there is may still answer: over a bad line an INVITE is lost more than once. */
const unheardLastMs = 10_000;

/** A way to the target: the trunk with its addresses, best first. */
export type Way = {
  readonly trunk: Trunk;
  readonly hops: readonly SipHop[];
  readonly leg: Leg;
  /** What SDP carries towards that address. */
  readonly ourAddress: (peer: string) => string;
  readonly password: string;
};

export type JoinedPorts = {
  readonly agent: Pick<UserAgent, 'call'>;
  readonly clock: Clock;
  readonly audio: CallAudio;
  /** The next way that may be tried; undefined when none is left. Asked again for each try. */
  readonly nextWay: () => Promise<Way | undefined>;
  /** Whether there is another trunk to try. */
  readonly hasNextWay: () => boolean;
  /** The trunk has answered, whatever it was. */
  readonly heard: (trunk: Trunk) => void;
  /** The trunk has asked for a rest. */
  readonly rests: (trunk: Trunk, ms: number) => void;
  readonly ringMs: number;
  readonly maxMs: number;
  /** B has answered: billing begins. */
  readonly answered: () => void;
  /** Told exactly once, when nothing more will happen on either leg. */
  readonly ended: (end: Ended) => void;
  /**
   * Takes the unanswered call over, to record a message; false: it is refused. The taker answers
   * it and tells its end.
   */
  readonly takeUnanswered: (cause: EndCause) => boolean;
  /** Finds new ways for a call that its callee has redirected; false: it may not go there. */
  readonly follow: (redirection: SipResponse) => Promise<boolean>;
};

/** No trunk has led to anybody. */
const unreachable = {
  kind: 'refuse',
  status: 503,
  cause: 'trunk_failed',
  unanswered: true,
} as const satisfies LegVerdict;

type Sides = { readonly a: Session; readonly b: Session };

export class B2buaCall {
  readonly #call: IncomingCall;
  readonly #ports: JoinedPorts;
  /** What this call waits for; cancelled when it is over. */
  readonly #timers: Timer[] = [];
  #leg: OutgoingCall | undefined;
  #way: Way | undefined;
  #sides: Sides | undefined;
  /** B's To-tag that the call was answered under; its dialog with A keeps it. */
  #answeredFork = '';
  #ringingAtMs: number | null = null;
  #answeredAtMs: number | null = null;
  #isOver = false;
  /** A redirection is followed once: a peer that gives the next one may send it in circles. */
  #hasFollowed = false;
  /** Why the leg in progress was given up by us. */
  #givenUp: 'unheard' | 'unanswered' | undefined;

  constructor(call: IncomingCall, ports: JoinedPorts) {
    this.#call = call;
    this.#ports = ports;
  }

  /** What the leg that came in tells until it is answered. */
  get handlers(): IncomingCallHandlers {
    return {
      cancelled: (why) => this.#callerGone(why === 'cancelled' ? 'caller_cancelled' : 'no_ack'),
    };
  }

  start(): void {
    this.#after(this.#ports.ringMs, () => this.#unanswered());
    this.#tryAnother('trunk_failed');
  }

  /** Ends it from outside: no money is left, nobody is heard any more, the program stops. */
  end(cause: EndCause): void {
    if (this.#isOver) return;
    if (this.#sides === undefined) this.#refuse(cause === 'interrupted' ? 503 : 480, cause);
    else this.#hangUp(cause);
  }

  #tryAnother(cause: EndCause): void {
    callWork.run(
      () => this.#tryNext(cause),
      () => this.#endAnyhow(),
    );
  }

  async #tryNext(cause: EndCause): Promise<void> {
    // A way that cannot be found out is none.
    const way = await this.#ports.nextWay().catch(() => undefined);
    if (this.#isOver) return;
    if (way === undefined) return this.#refuseAs({ ...unreachable, cause });
    this.#way = way;
    this.#tryHop(way, 0);
  }

  #tryHop(way: Way, index: number): void {
    const hop = way.hops[index];
    if (hop === undefined) {
      this.#tryAnother('trunk_failed');
      return;
    }
    const { audio, agent } = this.#ports;
    const { settings } = way.trunk;
    const ourAddress = way.ourAddress(hop.address);
    audio.leadTo({ trunk: settings, peerAddress: hop.address, ourAddress });
    const offer = this.#call.offer && this.#pass('a', this.#call.offer);
    if (offer !== undefined && !offer.ok) {
      this.#refuse(offer.status, 'rejected');
      return;
    }
    this.#givenUp = undefined;
    const forwards = Number(this.#call.request.headers.get('max-forwards') ?? 70);
    const credentials = { user: settings.authUser, password: way.password };
    let isHeard = false;
    const leg = agent.call(
      {
        hop,
        ...way.leg,
        offer: offer?.sdp,
        maxForwards: forwards - 1,
        ...(settings.authUser !== '' && { credentials }),
        sessionExpiresS: audio.sessionExpiresS,
      },
      {
        ringing: ({ status, fork, sdp }) => {
          if (!isHeard) this.#ports.heard(way.trunk);
          isHeard = true;
          this.#ring(status, fork, sdp);
        },
        answered: (session, answer) => {
          this.#ports.heard(way.trunk);
          this.#orEnd(() => this.#answer(session, answer.fork, answer.sdp));
          if (this.#isOver) session.bye();
          return this.#sessionHandlers('b');
        },
        failed: (failure) => {
          if (failure.kind === 'refused') this.#ports.heard(way.trunk);
          this.#orEnd(() => this.#legFailed(failure, { way, index, isHeard }));
        },
      },
    );
    this.#leg = leg;
    const isLast = index + 1 >= way.hops.length && !this.#ports.hasNextWay();
    this.#after(isLast ? unheardLastMs : unheardMs, () => {
      if (this.#leg !== leg || leg.isHeard || this.#sides !== undefined) return;
      this.#giveUp('unheard');
      this.#tryHop(way, index + 1);
    });
  }

  #ring(status: number, fork: string, sdp: Buffer | undefined): void {
    this.#ringingAtMs ??= this.#ports.clock.nowMs();
    // Without an offer of ours a description in a provisional would be an offer that nobody can answer.
    const passed =
      sdp === undefined || this.#call.offer === undefined ? undefined : this.#pass('b', sdp, fork);
    this.#call.ring(status, { fork, sdp: passed?.ok === true ? passed.sdp : undefined });
  }

  #answer(session: Session, fork: string, sdp: Buffer | undefined): void {
    this.#answeredFork = fork;
    const passed = sdp === undefined ? undefined : this.#pass('b', sdp);
    if (this.#isOver || passed?.ok !== true) {
      this.#dismiss(session, sdp);
      if (!this.#isOver) this.#refuse(passed?.ok === false ? 488 : 502, 'rejected');
      return;
    }
    if (this.#call.offer !== undefined) session.acknowledge();
    this.#answeredAtMs = this.#ports.clock.nowMs();
    const { sessionExpiresS } = this.#ports.audio;
    const answer = { fork, sdp: passed.sdp, sessionExpiresS };
    const a = this.#call.answer(answer, this.#sessionHandlers('a'));
    if (a === undefined) {
      this.#dismiss(session, sdp);
      this.#finish('caller_cancelled', 487);
      return;
    }
    this.#sides = { a, b: session };
    this.#ports.answered();
    this.#after(this.#ports.maxMs, () => this.#hangUp('max_duration'));
  }

  /** Answered too late, or with what cannot be carried: acknowledged, and hung up. */
  #dismiss(session: Session, sdp: Buffer | undefined): void {
    if (this.#call.offer !== undefined) session.acknowledge();
    else if (sdp !== undefined) session.acknowledge(sdp);
    session.bye();
  }

  #sessionHandlers(side: Side): SessionHandlers {
    return {
      acknowledged: (answer) => this.#acknowledged(side, answer),
      offered: (offer) =>
        relayOffer(side, offer, {
          other: this.#other(side),
          pass: (from, sdp) => this.#pass(from, sdp),
          failed: () => this.#hangUp('rejected'),
        }),
      info: ({ contentType, body }) => {
        const other = this.#other(side);
        if (other === undefined) return 481;
        callWork.run(() => other.info(contentType, body), dropped);
        return 200;
      },
      ended: (end) => this.#sideEnded(side, end),
    };
  }

  /** An INVITE without an offer: B's came in its 200, and A's answer to it comes in the ACK. */
  #acknowledged(side: Side, answer: Buffer | undefined): void {
    if (side !== 'a' || this.#call.offer !== undefined) return;
    const b = this.#sides?.b;
    if (b === undefined) return;
    const passed = answer === undefined ? undefined : this.#pass('a', answer);
    if (passed?.ok === true) b.acknowledge(passed.sdp);
    else this.#hangUp('rejected');
  }

  #sideEnded(side: Side, { by, cause }: SessionEnd): void {
    if (by === 'us' && cause === 'bye') return;
    this.#other(side)?.bye();
    const hungUp = side === 'a' ? 'caller_hung_up' : 'callee_hung_up';
    const causes = { bye: hungUp, 'no ack': 'no_ack' } as const;
    this.#finish(cause === 'bye' || cause === 'no ack' ? causes[cause] : 'interrupted', 200);
  }

  #legFailed(
    failure: CallFailure,
    {
      way,
      index,
      isHeard,
    }: { readonly way: Way; readonly index: number; readonly isHeard: boolean },
  ): void {
    if (this.#isOver || this.#way !== way) return;
    if (this.#givenUp !== undefined) return;
    const restMs = askedRestMs(failure);
    if (restMs > 0) this.#ports.rests(way.trunk, restMs);
    const verdict = judgeFailure(failure, isHeard && this.#ringingAtMs !== null);
    // RFC 3261 §8.1.3.1: what cannot be reached may have another address.
    if (verdict.kind === 'refuse') this.#refuseAs(verdict);
    else if (failure.kind === 'unreachable') this.#tryHop(way, index + 1);
    else if (verdict.kind === 'next trunk') this.#tryAnother(verdict.cause);
    else if (failure.kind === 'refused') this.#followOnce(failure.response);
  }

  #followOnce(redirection: SipResponse): void {
    callWork.run(
      () => this.#follow(redirection),
      () => this.#endAnyhow(),
    );
  }

  async #follow(redirection: SipResponse): Promise<void> {
    const mayFollow = !this.#hasFollowed;
    this.#hasFollowed = true;
    const isFollowed = mayFollow && (await this.#ports.follow(redirection).catch(() => false));
    if (this.#isOver) return;
    if (isFollowed) await this.#tryNext('trunk_failed');
    else this.#refuse(480, 'rejected');
  }

  #refuseAs(verdict: Extract<LegVerdict, { readonly kind: 'refuse' }>): void {
    if (verdict.unanswered && this.#takeUnanswered(verdict.cause)) return;
    this.#refuse(verdict.status, verdict.cause);
  }

  #unanswered(): void {
    if (this.#isOver || this.#sides !== undefined) return;
    this.#giveUp('unanswered');
    if (this.#takeUnanswered('no_answer')) return;
    this.#refuse(480, 'no_answer');
  }

  #takeUnanswered(cause: EndCause): boolean {
    if (this.#call.isOver || !this.#ports.takeUnanswered(cause)) return false;
    this.#stop();
    return true;
  }

  #giveUp(why: 'unheard' | 'unanswered'): void {
    this.#givenUp = why;
    this.#leg?.cancel();
  }

  #callerGone(cause: EndCause): void {
    if (this.#isOver) return;
    this.#leg?.cancel();
    this.#finish(cause, 487);
  }

  #refuse(status: number, cause: EndCause): void {
    this.#leg?.cancel();
    const headers = status === 503 ? ([['retry-after', '10']] as const) : [];
    this.#call.refuse(status, { headers });
    this.#finish(cause, status);
  }

  #hangUp(cause: EndCause): void {
    this.#sides?.a.bye();
    this.#sides?.b.bye();
    this.#finish(cause, 200);
  }

  #finish(cause: EndCause, sipStatus: number): void {
    if (this.#isOver) return;
    this.#stop();
    this.#ports.ended({
      cause,
      sipStatus,
      trunkOut: this.#way?.trunk.name ?? '',
      ringingAtMs: this.#ringingAtMs,
      answeredAtMs: this.#answeredAtMs,
      rule: '',
    });
  }

  #pass(from: Side, sdp: Buffer, fork = this.#answeredFork): Passed {
    return this.#ports.audio.pass(from, sdp, fork);
  }

  #other(side: Side): Session | undefined {
    return this.#sides?.[opposite(side)];
  }

  #stop(): void {
    this.#isOver = true;
    for (const timer of this.#timers) timer.cancel();
  }

  /** Does it after so long, unless the call is over by then. */
  #after(ms: number, action: () => void): void {
    if (this.#isOver) return;
    this.#timers.push(this.#ports.clock.after(ms, () => this.#orEnd(action)));
  }

  /** What nobody thought of ends this call, on both legs, and no other. */
  #orEnd(action: () => void): void {
    callWork.run(action, () => this.#endAnyhow());
  }

  #endAnyhow(): void {
    try {
      this.end('interrupted');
    } finally {
      this.#finish('interrupted', 503);
    }
  }
}

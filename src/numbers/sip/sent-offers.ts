/** re-INVITE and UPDATE of ours: one at a time, once more after a collision, and the refreshes of the session. */
import { type AgentCore, sdpParts } from './agent-core.ts';
import { contactOf } from './dialog.ts';
import { parseCount } from './fields.ts';
import type { HeaderField } from './headers.ts';
import type { SipRequest, SipResponse } from './message.ts';
import { sdpOf } from './multipart.ts';
import type { OfferingSession } from './offering-session.ts';
import { isChallenge, isGone, withFields } from './requester.ts';
import { askSession, readGrant } from './session-timer.ts';
import { Unreachable } from './transport/flow.ts';
import type { OfferOptions, OfferOutcome, RequestOutcome } from './user-agent.ts';
import { allow } from './validate.ts';

/** What came of one request that may carry an offer. */
type Answered = {
  readonly outcome: RequestOutcome;
  /** INVITE only: sends the ACK of its 2xx. */
  readonly acknowledge: (answer: Buffer | undefined) => void;
};

/** How long an offer of ours waits for its turn, and how often it looks. */
const freeWithinMs = 4_000;
const freeStepMs = 20;

const supportsTimer: HeaderField = ['supported', 'timer'];

export class SentOffers {
  readonly #session: OfferingSession;
  #isOpen = false;
  #refusedRefreshes = 0;
  #isOver = false;
  /** Ends the wait for a turn; most sessions end without an offer of ours. */
  #waiting: AbortController | undefined;

  constructor(session: OfferingSession) {
    this.#session = session;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  stop(): void {
    this.#isOver = true;
    this.#waiting?.abort();
  }

  async offer(offer: Buffer | undefined, { by = 'INVITE' }: OfferOptions): Promise<OfferOutcome> {
    const method =
      by === 'UPDATE' && offer !== undefined && this.#takesUpdate ? 'UPDATE' : 'INVITE';
    const answered = await this.#sendInTurn(method, offer);
    if (this.#isOver) return { kind: 'session ended' };
    if (answered === undefined) return { kind: 'refused', status: 491 };
    const { outcome, acknowledge } = answered;
    if (outcome.kind !== 'answered') return { kind: 'session ended' };
    if (outcome.status >= 300) return { kind: 'refused', status: outcome.status };
    const session = this.#session;
    const sdp = sdpOf(outcome.response);
    if (sdp !== undefined) session.remoteSdp = sdp;
    if (offer !== undefined) {
      session.localSdp = offer;
      acknowledge(undefined);
      return { kind: 'agreed', sdp, acknowledge: () => undefined };
    }
    return {
      kind: 'agreed',
      sdp,
      acknowledge: (answer) => {
        session.localSdp = answer;
        acknowledge(answer);
      },
    };
  }

  /** RFC 4028 §7.4: a sign of life, by UPDATE where that is understood, else by what was agreed on. */
  async refresh(): Promise<void> {
    const method = this.#takesUpdate ? 'UPDATE' : 'INVITE';
    const answered = await this.#sendInTurn(
      method,
      method === 'UPDATE' ? undefined : this.#session.localSdp,
    );
    if (this.#isOver) return;
    if (answered?.outcome.kind === 'answered' && answered.outcome.status < 300) {
      this.#refusedRefreshes = 0;
      answered.acknowledge(undefined);
      return;
    }
    this.#refusedRefreshes += 1;
    // Half of the time is left: there is room for two more tries.
    if (this.#refusedRefreshes > 2) this.#session.end('expired');
    else this.#session.refreshAfter(this.#session.interval.seconds * 150);
  }

  get #core(): AgentCore {
    return this.#session.options.core;
  }

  get #takesUpdate(): boolean {
    return this.#session.options.takesUpdate;
  }

  /** `undefined` where something else is open and stays so. */
  async #sendInTurn(method: string, sdp: Buffer | undefined): Promise<Answered | undefined> {
    for (let tries = 0; tries < 2; tries++) {
      if (!(await this.#untilFree())) return undefined;
      this.#isOpen = true;
      const answered = await this.#sendAuthorized(method, sdp);
      this.#isOpen = false;
      if (answered.outcome.kind !== 'answered' || answered.outcome.status !== 491) {
        this.#learn(answered.outcome);
        return answered;
      }
      if (tries === 0) await this.#waitAfterCollision();
    }
    return undefined;
  }

  /** Waits while an offer of either side, or the ACK of one, is in progress. */
  async #untilFree(): Promise<boolean> {
    const { core } = this.#session.options;
    const endsAtMs = core.clock.monotonicMs() + freeWithinMs;
    while (!this.#isOver) {
      const isBusy = this.#isOpen || this.#session.received.isOpen;
      if (!isBusy && this.#session.state === 'open') return true;
      if (core.clock.monotonicMs() >= endsAtMs) return false;
      await this.#sleep(freeStepMs);
    }
    return false;
  }

  /** RFC 3261 §14.1: who made the Call-ID waits longer, so that the two do not collide again. */
  async #waitAfterCollision(): Promise<void> {
    const isOurs = this.#session.options.role === 'caller';
    const steps = Math.floor(this.#core.random() * (isOurs ? 190 : 200));
    const waitMs = (isOurs ? 2_100 : 0) + steps * 10;
    await this.#sleep(waitMs);
  }

  /** Until the session ends, at the longest. */
  async #sleep(ms: number): Promise<void> {
    if (this.#isOver) return;
    this.#waiting ??= new AbortController();
    await this.#core.clock.sleep(ms, this.#waiting.signal).catch(() => undefined);
  }

  #learn(outcome: RequestOutcome): void {
    const session = this.#session;
    if (isGone(outcome)) {
      session.end('unreachable');
      return;
    }
    if (outcome.kind !== 'answered' || outcome.status >= 300) return;
    session.options.dialog.refreshTarget(contactOf(outcome.response));
    session.renewed(readGrant(outcome.response.headers, session.interval.seconds));
  }

  async #sendAuthorized(method: string, sdp: Buffer | undefined): Promise<Answered> {
    const { digest } = this.#session.options;
    for (let tries = 0; ; tries++) {
      const answered = await this.#sendOnce(withFields(this.#make(method, sdp), digest));
      const { outcome } = answered;
      if (outcome.kind !== 'answered') return answered;
      if (outcome.status === 422 && tries === 0) this.#takeLonger(outcome.response);
      else if (!isChallenge(outcome.status)) return answered;
      else if (digest?.take(outcome.response, tries) !== true) return answered;
    }
  }

  #takeLonger({ headers }: SipResponse): void {
    const seconds = parseCount(headers.get('min-se'));
    const { interval } = this.#session;
    if (seconds !== undefined) {
      this.#session.renewed({ ...interval, seconds: Math.max(seconds, interval.seconds) });
    }
  }

  #make(method: string, sdp: Buffer | undefined): SipRequest {
    const { dialog, contact } = this.#session.options;
    const { seconds, isOurs } = this.#session.interval;
    const timer = askSession(Math.ceil(seconds), isOurs ? 'uac' : 'uas');
    const { headers, body } = sdpParts(sdp);
    return dialog.request(method, {
      headers: [contact, allow, supportsTimer, ...timer, ...headers],
      body,
    });
  }

  async #sendOnce(request: SipRequest): Promise<Answered> {
    const session = this.#session;
    const cseq = session.options.dialog.localCSeq;
    let ack: (() => void) | undefined;
    const acknowledge = (answer: Buffer | undefined): void => {
      if (request.method !== 'INVITE' || ack !== undefined) return;
      ack = () => undefined;
      session.sendAck(cseq, answer, (octets, flow) => {
        ack = () => flow.send(octets);
      });
    };
    const outcome = await this.#transact(request, () => ack?.());
    // A 2xx that comes when the session is over must be acknowledged all the same.
    if (this.#isOver && outcome.kind === 'answered' && outcome.status < 300) acknowledge(undefined);
    return { outcome, acknowledge };
  }

  async #transact(request: SipRequest, repeated: () => void): Promise<RequestOutcome> {
    const { transactions } = this.#core;
    try {
      const flow = await this.#session.flow();
      return await new Promise((settle) => {
        let isSettled = false;
        transactions.send(request, {
          flow,
          user: {
            response: (response) => {
              const { status } = response;
              if (status < 200) return;
              if (isSettled) repeated();
              isSettled = true;
              settle({ kind: 'answered', status, response });
            },
            failed: settle,
          },
        });
      });
    } catch (error) {
      if (error instanceof Unreachable) return { kind: 'unreachable', cause: error.message };
      throw error;
    }
  }
}

/**
 * One bind of an operator: takes parts from its lanes and submits them as fast as window, rate and
 * socket allow. What comes of each is for `part-facts.ts` where it was taken, else for
 * `untaken-parts.ts`.
 */
import type { Timer } from '#core/clock.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { cancelledInQueue } from '#model/recipient-state.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { OperatorSettings } from '#sms/operator.ts';
import { keptResponse, keptSubmit, type PduTaker } from '#sms/records/kept-pdu.ts';
import type { SmppClient, SubmitAnswered, SubmitOutcome } from '#sms/smpp/client.ts';
import { status } from '#sms/smpp/status.ts';
import { integerTlv, tag } from '#sms/smpp/tlv.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import { LateParts } from './late-parts.ts';
import { LinkLife, type LinkLifePorts } from './link-life.ts';
import { LinkMeter, type LinkMeterPorts } from './link-meter.ts';
import { Pacing } from './pacing.ts';
import { type PartFactPorts, PartFacts } from './part-facts.ts';
import { SenderRates } from './sender-rates.ts';
import { Silence } from './silence.ts';
import { classOf } from './submit-answer.ts';
import { type SubmitIntentPorts, SubmitIntents } from './submit-intents.ts';
import type { SubmitLanes } from './submit-lanes.ts';
import { makeSubmit } from './submit-pdu.ts';
import { SubmitRetryPolicy, type SubmitRetryPorts } from './submit-retry-policy.ts';

export type OperatorLinkPorts = LinkLifePorts &
  PartFactPorts &
  SubmitIntentPorts &
  SubmitRetryPorts &
  LinkMeterPorts & {
    readonly client: SmppClient;
    readonly lanes: SubmitLanes;
    readonly stops: Pick<StopList, 'isStopped'>;
    readonly pdus: PduTaker;
    /** Somebody looks at what passes. */
    readonly isTraced: () => boolean;
  };

/** Results that wait for their commit; past this nothing more is sent. */
const unsettledMax = 1_000;

export class OperatorLink {
  readonly #ports: OperatorLinkPorts;
  readonly #life: LinkLife;
  readonly #pacing: Pacing;
  /** Undefined: senders have no rate of their own. */
  readonly #senders: SenderRates | undefined;
  readonly #late = new LateParts();
  readonly #silence: Silence;
  readonly #meter: LinkMeter;
  readonly #parts: PartFacts;
  readonly #intents: SubmitIntents;
  readonly #untaken: SubmitRetryPolicy;
  /** Facts wait for the disk: nothing more is sent until some are stored. */
  #isHeldBack = false;
  /** Parts that wait for what must be known or stored before they go, each with a slot of the window. */
  #preparing = 0;
  #wait: Timer | undefined;
  #paused: boolean;

  constructor(ports: OperatorLinkPorts) {
    this.#ports = ports;
    this.#paused = ports.operator.state === 'paused';
    this.#pacing = new Pacing(ports.operator.settings.ratePerSecond, ports.clock.monotonicMs());
    const { senderRatePerSecond } = ports.operator.settings;
    this.#senders = senderRatePerSecond === null ? undefined : new SenderRates(senderRatePerSecond);
    this.#silence = new Silence(ports.operator.settings);
    this.#meter = new LinkMeter(ports);
    this.#life = new LinkLife(ports);
    this.#intents = new SubmitIntents(ports, this.#life);
    const around = { life: this.#life, late: this.#late, pump: () => this.pump() };
    const recorded = () => {
      if (this.#isHeldBack) this.pump();
    };
    this.#parts = new PartFacts(ports, { ...around, recorded });
    this.#untaken = new SubmitRetryPolicy(ports, {
      ...around,
      parts: this.#parts,
      intents: this.#intents,
      pacing: this.#pacing,
      isSilent: () => this.silentForMs !== undefined,
    });
  }

  /** What it does now, and how its submits were answered. */
  figures() {
    const { unanswered } = this.#ports.client;
    return { ...this.#meter.figures(), unanswered, ratePerSecond: this.ratePerSecond ?? null };
  }

  /** Submits a second allowed now; undefined: as fast as the window. */
  get ratePerSecond(): number | undefined {
    return this.#pacing.rate;
  }

  /** For how long its submits have gone unanswered; undefined while they are answered. */
  get silentForMs(): number | undefined {
    const { client, clock, operator, log } = this.#ports;
    const wasOpen = this.#silence.isOpen;
    const forMs = this.#silence.silentForMs(client.silentForMs, clock.monotonicMs());
    if (forMs !== undefined && !wasOpen) {
      log.warn('operator.silent', { operator: operator.name, forMs: Math.round(forMs) });
    }
    return forMs;
  }

  /** A paused operator gets nothing new; what it was sent is still answered. */
  set paused(paused: boolean) {
    this.#paused = paused;
    this.pump();
  }

  /** No more submits; waits for what is in progress. */
  stop(): Promise<void> {
    this.#wait?.cancel();
    return this.#life.stop();
  }

  /** The same for a link whose lease is over. */
  stopOnceStored(): Promise<void> {
    this.#wait?.cancel();
    return this.#life.stopOnceStored();
  }

  /** Sends what may go now. Called when there may be work, room or leave. */
  pump(): void {
    const { client, clock, facts } = this.#ports;
    const nowMs = clock.nowMs();
    while (!this.#paused && !this.#life.isEnding && this.#life.isOurs) {
      this.#isHeldBack = facts.unsettled >= unsettledMax;
      if (this.#isHeldBack || client.roomForSubmits <= this.#preparing) return;
      // Asked first: what is taken from its lane and given back has had its turn among the accounts.
      const atMs = clock.monotonicMs();
      const waitMs = this.#waitMs(atMs);
      if (waitMs > 0) this.#pumpIn(waitMs);
      const owed = waitMs > 0 ? undefined : this.#next(nowMs);
      if (owed === undefined) return;
      if (owed.job.expiresAtMs <= nowMs) {
        this.#life.follow(owed, this.#parts.expired(owed));
        continue;
      }
      this.#pacing.take(atMs);
      this.#silence.submitted(atMs);
      this.#senders?.take(owed.load.message.sender, atMs);
      this.#begin(owed);
    }
  }

  /** Refuses what waited past its validity, also while the bind is down or paused. */
  expire(): void {
    const expired = this.#ports.lanes.takeExpired(this.#ports.clock.nowMs());
    for (const owed of expired) this.#life.follow(owed, this.#parts.expired(owed));
  }

  /** Refuses what waits in memory for a phone that wants nothing more; the others are found when they are due. */
  dropStopped(accountId: number, phone: PhoneNumber): void {
    for (const owed of this.#ports.lanes.takeStopped(accountId, phone)) {
      this.#life.follow(owed, this.#parts.stopped(owed));
    }
  }

  /** The same for what has been found in the table; what is in memory or in progress is left to its turn. */
  refuseStopped(owed: Owed<OutgoingPart>): void {
    if (this.#ports.lanes.knows(owed) || !this.isCertain(owed)) return;
    this.#life.follow(owed, this.#parts.stopped(owed));
  }

  /** Refuses all parts of a text that was withdrawn; settles when that is stored. */
  async cancel(parts: readonly Owed<OutgoingPart>[]): Promise<void> {
    const refusal = { reason: cancelledInQueue, mayBeTaken: false };
    const refused = parts.map((owed) => {
      const work = this.#parts.refuse(owed, refusal);
      this.#life.follow(owed, work);
      return work;
    });
    await Promise.all(refused);
  }

  /** The answer to a submit that had been given up on: the part may be in flight again by now. */
  lateAnswer(partId: number, answer: SubmitAnswered): void {
    const owed = this.#late.find(partId);
    if (owed === undefined || answer.status !== status.ok) return;
    this.#parts.accepted(owed, answer.messageId);
  }

  /** Whether another operator may have it: nobody can have taken it, or a second copy is allowed. */
  mayLeave(owed: Owed<OutgoingPart>): boolean {
    const { uncertain } = this.#ports.operator.settings;
    return this.isCertain(owed) || (uncertain === 'resend' && !owed.load.intended);
  }

  /** Whether nobody can have taken it: no submit of it went unanswered. */
  isCertain({ job, load }: Owed<OutgoingPart>): boolean {
    const isAnswered = job.unanswered === undefined && this.#late.find(job.subject) === undefined;
    return isAnswered && !load.intended;
  }

  /** The first part whose sender has not had its share; where all of them have, the pump comes back for them. */
  #next(nowMs: number): Owed<OutgoingPart> | undefined {
    const { lanes, clock } = this.#ports;
    const senders = this.#senders;
    if (senders === undefined) return lanes.next(nowMs);
    const atMs = clock.monotonicMs();
    let soonestMs = Number.POSITIVE_INFINITY;
    const owed = lanes.next(nowMs, ({ job, load }) => {
      // Refused, not sent.
      if (job.expiresAtMs <= nowMs) return true;
      const waitMs = senders.waitMs(load.message.sender, atMs);
      if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs);
      return waitMs === 0;
    });
    if (owed === undefined && soonestMs < Number.POSITIVE_INFINITY) this.#pumpIn(soonestMs);
    return owed;
  }

  #waitMs(nowMs: number): number {
    const waitMs = this.#pacing.waitMs(nowMs);
    return this.#silence.isOpen ? Math.max(waitMs, this.#silence.probeInMs(nowMs)) : waitMs;
  }

  #pumpIn(delayMs: number): void {
    this.#wait?.cancel();
    this.#wait = this.#ports.clock.after(delayMs, () => this.pump());
  }

  #begin(owed: Owed<OutgoingPart>): void {
    // A process before this one wrote its intent and did not live to learn the outcome.
    if (owed.load.intended) {
      this.#life.follow(owed, this.#untaken.uncertain(owed, 'process died'));
      return;
    }
    const { message, recipient } = owed.load;
    const known = this.#ports.stops.isStopped(message.accountId, recipient.phone);
    // Nearly always it is known at once, and nothing is waited for.
    if (typeof known === 'boolean') this.#proceed(owed, known);
    else this.#life.follow(owed, this.#proceedOnceKnown(owed, known));
  }

  #proceed(owed: Owed<OutgoingPart>, isStopped: boolean): void {
    if (isStopped) this.#life.follow(owed, this.#parts.stopped(owed));
    else if (this.#intents.areWritten) this.#life.follow(owed, this.#submitOnceNoted(owed));
    else this.#submit(owed);
  }

  #proceedOnceKnown(owed: Owed<OutgoingPart>, asked: Promise<boolean>): Promise<void> {
    return this.#inSlot(this.#learnStopped(owed, asked), (isStopped) => {
      if (isStopped || this.#life.isOurs) this.#proceed(owed, isStopped);
    });
  }

  #submitOnceNoted(owed: Owed<OutgoingPart>): Promise<void> {
    return this.#inSlot(this.#intents.note(owed), (noted) => {
      if (noted !== undefined && this.#life.isOurs) this.#submit(noted);
    });
  }

  /** A part that waits has its slot of the window until it goes on, so that nothing else takes it. */
  async #inSlot<Value>(awaited: Promise<Value>, goOn: (value: Value) => void): Promise<void> {
    this.#preparing += 1;
    let value: Value;
    try {
      value = await awaited;
    } finally {
      this.#preparing -= 1;
    }
    goOn(value);
  }

  /** A storage that is away is waited for: nothing goes to a phone that may have said STOP. */
  #learnStopped({ load: { message, recipient } }: Owed<OutgoingPart>, asked: Promise<boolean>) {
    let next: Promise<boolean> | undefined = asked;
    return this.#life.untilStored(async () => {
      const answer = next ?? this.#ports.stops.isStopped(message.accountId, recipient.phone);
      next = undefined;
      return answer;
    });
  }

  #submit(owed: Owed<OutgoingPart>): void {
    const { client, operator, clock } = this.#ports;
    try {
      const pdu = makeSubmit(owed.load, operator.settings, clock.nowMs());
      const sentAtMs = clock.monotonicMs();
      client.submit(pdu, owed.job.subject, (outcome) => this.#settle(owed, outcome, sentAtMs));
    } catch (error) {
      // The caller who has just offered it has nothing to do with what is wrong with it.
      this.#life.failed(owed, error);
    }
  }

  #settle(owed: Owed<OutgoingPart>, outcome: SubmitOutcome, sentAtMs: number): void {
    if (outcome.kind === 'answered') this.#heard(owed, outcome, sentAtMs);
    else if (outcome.kind === 'uncertain') this.#meter.unanswered();
    if (this.#mayShow(owed, outcome)) this.#show(owed, outcome, sentAtMs);
    const isTaken = outcome.kind === 'answered' && outcome.status === status.ok;
    if (isTaken) this.#parts.accepted(owed, outcome.messageId);
    else this.#life.follow(owed, this.#untaken.take(owed, outcome));
  }

  /** What its timeline shows; nearly all messages ask for nothing of it. */
  #mayShow({ load }: Owed<OutgoingPart>, outcome: SubmitOutcome): boolean {
    if (outcome.kind === 'unsent') return false;
    if (load.message.test || this.#ports.isTraced()) return true;
    return outcome.kind === 'answered' && isRefusal(outcome.status);
  }

  /** The same part has the same octets: they are made once more, as of when they were sent. */
  #show(owed: Owed<OutgoingPart>, outcome: SubmitOutcome, sentAtMs: number): void {
    const { operator, clock, pdus } = this.#ports;
    const atMs = clock.nowMs();
    const submitAtMs = atMs - Math.round(clock.monotonicMs() - sentAtMs);
    const where = { partId: owed.job.subject, operatorId: operator.id };
    pdus.take(() => {
      const submit = makeSubmit(owed.load, operator.settings, submitAtMs);
      const sent = keptSubmit({ ...where, atMs: submitAtMs }, submit);
      if (outcome.kind !== 'answered') return [sent];
      return [sent, keptResponse({ ...where, atMs }, outcome.status, outcome)];
    });
  }

  #heard(
    { load }: Owed<OutgoingPart>,
    { status: answered, tlvs }: SubmitAnswered,
    sentAtMs: number,
  ): void {
    const { clock, operator, log } = this.#ports;
    const nowMs = clock.monotonicMs();
    this.#meter.answered(answered, nowMs - sentAtMs);
    if (this.#silence.answered()) log.info('operator.answers', { operator: operator.name });
    const said = paceAnswer(answered, operator.settings.statusTable);
    if (said !== undefined && this.#pacing.answered(said, load.recipient.phone, nowMs)) {
      log.info('operator.full', { operator: operator.name, rate: this.#pacing.rate });
    }
    const congestion = integerTlv(tlvs, tag.congestionState);
    if (congestion !== undefined) this.#pacing.congested(congestion, nowMs);
  }
}

/** Undefined: a throttle, which `untaken-parts.ts` sees to. What is said of one destination says nothing of pace. */
function paceAnswer(answered: number, table: OperatorSettings['statusTable']) {
  if (answered === status.ok) return 'taken';
  if (answered === status.messageQueueFull) return 'full';
  return classOf(answered, table) === 'slow-down' ? undefined : 'other';
}

/** Not yet, or not so fast, is no refusal: a throttled link has thousands of them. */
function isRefusal(answered: number): boolean {
  return (
    answered !== status.ok && answered !== status.throttled && answered !== status.messageQueueFull
  );
}

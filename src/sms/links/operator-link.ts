/**
 * One bind of an operator: takes parts from its lanes, submits them as fast as window, rate and socket
 * allow, and turns each answer into a fact.
 */
import { unreachable } from '#core/assert.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log, maskPhone } from '#core/log.ts';
import { zero } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { Batcher } from '#queue/batcher.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { JobStore, Owed } from '#queue/job.ts';
import type { HeldLeases, Lease } from '#queue/lease.ts';
import type { FactRecorder } from '#sms/facts.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { MessageStore, Submit } from '#sms/message-store.ts';
import type { Operator } from '#sms/operator.ts';
import type { AwaitedParts } from '#sms/receipts/awaited-parts.ts';
import { type ReceiptDesk, reportOf } from '#sms/receipts/receipt-desk.ts';
import { normaliseId } from '#sms/receipts/receipt-id.ts';
import { submittedPart } from '#sms/receipts/submitted-part.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import type { SmppClient, SubmitAnswered, SubmitOutcome } from '#sms/smpp/client.ts';
import { status, statusName } from '#sms/smpp/status.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import { LateParts } from './late-parts.ts';
import { Pacing } from './pacing.ts';
import { sentFrom } from './sent-from.ts';
import { judgeRefusal } from './submit-answer.ts';
import type { SubmitLanes } from './submit-lanes.ts';
import { makeSubmit } from './submit-pdu.ts';

export type OperatorLinkPorts = {
  readonly operator: Operator;
  readonly client: SmppClient;
  readonly lanes: SubmitLanes;
  readonly facts: FactRecorder;
  readonly awaited: AwaitedParts;
  readonly receipts: ReceiptDesk;
  readonly reports: ReportMaker;
  readonly jobs: Pick<JobStore, 'retryJobs'>;
  readonly messages: Pick<MessageStore, 'intendSubmits' | 'withdrawIntents'>;
  /** The bind's; past its end nothing is sent, put off or refused here. */
  readonly lease: Lease;
  readonly leases: HeldLeases;
  readonly stops: Pick<StopList, 'isStopped'>;
  readonly submittedPartIds: IdSource;
  readonly clock: Clock;
  readonly log: Log;
  /** A part is owed no more. */
  readonly settled: () => void;
  /** Gives a part to another operator that will have it; false: there is none. */
  readonly moveRefused: (owed: Owed<OutgoingPart>, reason: string) => Promise<boolean>;
};

/** What is not known of a submit: whether the operator took it. */
type Doubt = 'no response' | 'link lost' | 'process died';

type Refusal = { readonly reason: string; readonly mayBeTaken: boolean };

/** Results that wait for their commit; past this nothing more is sent. */
const unsettledMax = 1_000;
/** A part nobody answered for goes again after this, unless a late answer comes. */
const resendMs = 60_000;
const storageRetryMs = 1_000;
/** A commit that takes longer than this is not waited for at the end. */
const stopMs = 5_000;
/** A storage that was away for so long that the lease ended: answers stay in memory until it is back. */
const unstoredKeptMs = 10 * 60_000;

export class OperatorLink {
  readonly #ports: OperatorLinkPorts;
  readonly #pacing: Pacing;
  readonly #stopped = new AbortController();
  #isEnding = false;
  readonly #late = new LateParts();
  #underWay = 0;
  /** Whoever waits until nothing is under way. */
  #quiet: PromiseWithResolvers<void> | undefined;
  readonly #intents: Batcher<number, boolean>;
  /** Facts wait for the disk: nothing more is sent until some are stored. */
  #isHeldBack = false;
  /** Parts that wait for their intent to be stored, each with a slot of the window. */
  #intending = 0;
  #wait: Timer | undefined;
  #paused: boolean;

  constructor(ports: OperatorLinkPorts) {
    this.#ports = ports;
    this.#paused = ports.operator.state === 'paused';
    this.#intents = new Batcher(async (jobIds) => {
      const areNoted = await ports.messages.intendSubmits(jobIds, ports.lease);
      return jobIds.map(() => areNoted);
    });
    this.#pacing = new Pacing(ports.operator.settings.ratePerSecond, ports.clock.monotonicMs());
  }

  /** A paused operator gets nothing new; what it was sent is still answered. */
  set paused(paused: boolean) {
    this.#paused = paused;
    this.pump();
  }

  /**
   * No more submits. Waits for what is under way; facts that cannot be stored now are left to the jobs
   * that still stand.
   */
  stop(): Promise<void> {
    this.#end();
    return this.#settled(stopMs);
  }

  /** The same for a link whose lease is over: facts wait for a storage that is away, but not for ever. */
  async stopOnceStored(): Promise<void> {
    this.#isEnding = true;
    await this.#settled(unstoredKeptMs);
    this.#end();
  }

  #end(): void {
    this.#isEnding = true;
    this.#wait?.cancel();
    this.#stopped.abort(new Error('The link stops'));
  }

  async #settled(withinMs: number): Promise<void> {
    const done = new AbortController();
    const waited = this.#ports.clock.sleep(withinMs, done.signal).catch(() => undefined);
    if (this.#underWay > 0) {
      this.#quiet ??= Promise.withResolvers();
      await Promise.race([this.#quiet.promise, waited]);
    }
    done.abort();
  }

  /** Sends what may go now. Called when there may be work, room or leave. */
  pump(): void {
    const { client, lanes, clock, facts } = this.#ports;
    const nowMs = clock.nowMs();
    while (!this.#paused && !this.#isEnding && this.#isOurs) {
      this.#isHeldBack = facts.unsettled >= unsettledMax;
      if (this.#isHeldBack || client.roomForSubmits <= this.#intending) return;
      // Asked first: what is taken from its lane and given back has had its turn among the accounts.
      const waitMs = this.#pacing.waitMs(clock.monotonicMs());
      if (waitMs > 0) this.#pumpIn(waitMs);
      const owed = waitMs > 0 ? undefined : lanes.next(nowMs);
      if (owed === undefined) return;
      if (owed.job.expiresAtMs <= nowMs) {
        this.#follow(owed, this.#expired(owed));
        continue;
      }
      this.#pacing.take(clock.monotonicMs());
      this.#begin(owed);
    }
  }

  /** Asked before whatever another owner of the lane might do as well. */
  get #isOurs(): boolean {
    return this.#ports.leases.holds(this.#ports.lease);
  }

  /** Where nothing uncertain may go twice, what is about to go is written down first. */
  get #writesIntents(): boolean {
    return this.#ports.operator.settings.uncertain !== 'resend';
  }

  /** Refuses what waited past its validity, also while the bind is down or paused. */
  expire(): void {
    const expired = this.#ports.lanes.takeExpired(this.#ports.clock.nowMs());
    for (const owed of expired) this.#follow(owed, this.#expired(owed));
  }

  /** Refuses what waits in memory for a phone that wants nothing more; the others are found when they are due. */
  dropStopped(accountId: number, phone: PhoneNumber): void {
    for (const owed of this.#ports.lanes.takeStopped(accountId, phone)) {
      this.#follow(owed, this.#stoppedBefore(owed));
    }
  }

  /** The answer to a submit that had been given up on: the part may be in flight again by now. */
  lateAnswer(partId: number, answer: SubmitAnswered): void {
    const owed = this.#late.find(partId);
    if (owed === undefined || answer.status !== 0) return;
    this.#accepted(owed, answer.messageId);
  }

  /** Whether nobody can have taken it: no submit of it went unanswered. */
  isCertain({ job, load }: Owed<OutgoingPart>): boolean {
    return !load.intended && this.#late.find(job.subject) === undefined;
  }

  /** Work that nobody waits for, until the link stops. */
  #follow(owed: Owed<OutgoingPart>, work: Promise<void>): void {
    this.#underWay += 1;
    work.then(
      () => this.#ended(),
      (error: unknown) => {
        this.#ended();
        if (!this.#stopped.signal.aborted) this.#failed(owed, error);
      },
    );
  }

  #failed(owed: Owed<OutgoingPart>, error: unknown): void {
    this.#ports.log.error('part.failed', { ...this.#told(owed), ...errorFields(error) });
  }

  #ended(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.#quiet?.resolve();
    this.#quiet = undefined;
  }

  #pumpIn(delayMs: number): void {
    this.#wait?.cancel();
    this.#wait = this.#ports.clock.after(delayMs, () => this.pump());
  }

  #begin(owed: Owed<OutgoingPart>): void {
    // A process before this one wrote its intent and did not live to learn the outcome.
    if (owed.load.intended) {
      this.#follow(owed, this.#uncertain(owed, 'process died'));
      return;
    }
    const { message, recipient } = owed.load;
    const known = this.#ports.stops.isStopped(message.accountId, recipient.phone);
    // Nearly always it is known at once, and nothing is waited for.
    if (typeof known === 'boolean') this.#proceed(owed, known);
    else this.#follow(owed, this.#proceedOnceKnown(owed, known));
  }

  #proceed(owed: Owed<OutgoingPart>, isStopped: boolean): void {
    if (isStopped) this.#follow(owed, this.#stoppedBefore(owed));
    else if (this.#writesIntents) this.#follow(owed, this.#intend(owed));
    else this.#submit(owed);
  }

  async #proceedOnceKnown(owed: Owed<OutgoingPart>, asked: Promise<boolean>): Promise<void> {
    const isStopped = await this.#learnStopped(owed, asked);
    if (isStopped || this.#isOurs) this.#proceed(owed, isStopped);
  }

  /** A storage that is away is waited for: nothing goes to a phone that may have said STOP. */
  async #learnStopped(
    { load: { message, recipient } }: Owed<OutgoingPart>,
    asked: Promise<boolean>,
  ): Promise<boolean> {
    this.#intending += 1;
    let next: Promise<boolean> | undefined = asked;
    try {
      return await this.#untilStored(async () => {
        const answer = next ?? this.#ports.stops.isStopped(message.accountId, recipient.phone);
        next = undefined;
        return answer;
      });
    } finally {
      this.#intending -= 1;
    }
  }

  /** It came to the STOP list while the part waited. */
  #stoppedBefore(owed: Owed<OutgoingPart>): Promise<void> {
    return this.#refuse(owed, { reason: 'stopped', mayBeTaken: owed.load.intended });
  }

  #submit(owed: Owed<OutgoingPart>): void {
    const { client, operator, clock } = this.#ports;
    try {
      const pdu = makeSubmit(owed.load, operator.settings, clock.nowMs());
      client.submit(pdu, owed.job.subject, (outcome) => this.#settle(owed, outcome));
    } catch (error) {
      // Whoever has just offered it has nothing to do with what is wrong with it.
      this.#failed(owed, error);
    }
  }

  /** Written down in the name of our lease, unless the lane has another owner now. */
  async #intend(owed: Owed<OutgoingPart>): Promise<void> {
    this.#intending += 1;
    let isNoted = false;
    try {
      isNoted = await this.#untilStored(() => this.#intents.add(owed.job.id));
    } finally {
      this.#intending -= 1;
    }
    if (!isNoted || !this.#isOurs) return;
    this.#submit({ ...owed, load: { ...owed.load, intended: true } });
  }

  /** It certainly was not taken: nothing about it is uncertain. */
  async #withdraw(owed: Owed<OutgoingPart>): Promise<Owed<OutgoingPart>> {
    // The next owner of the lane may have sent it by now, and rely on its intent.
    if (!owed.load.intended || !this.#isOurs) return owed;
    await this.#untilStored(() => this.#ports.messages.withdrawIntents([owed.job.id]));
    return { ...owed, load: { ...owed.load, intended: false } };
  }

  #settle(owed: Owed<OutgoingPart>, outcome: SubmitOutcome): void {
    const isAccepted = outcome.kind === 'answered' && outcome.status === status.ok;
    if (isAccepted) this.#accepted(owed, outcome.messageId);
    else this.#follow(owed, this.#notAccepted(owed, outcome));
  }

  #notAccepted(owed: Owed<OutgoingPart>, outcome: SubmitOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'answered':
        return this.#refusedBy(owed, outcome);
      case 'uncertain':
        return this.#uncertain(owed, outcome.why);
      case 'unsent':
        return this.#again(owed);
      case 'unfit':
        this.#ports.log.warn('submit.unfit', { ...this.#told(owed), field: outcome.field });
        return this.#refuse(owed, { reason: `unfit_${outcome.field}`, mayBeTaken: false });
      default:
        return unreachable(outcome);
    }
  }

  #refusedBy(owed: Owed<OutgoingPart>, answer: SubmitAnswered): Promise<void> {
    const verdict = judgeRefusal(
      answer.status,
      owed.job.attempt,
      this.#ports.operator.settings.statusTable,
    );
    this.#ports.log[verdict.do === 'refuse' ? 'warn' : 'info']('submit.refused', {
      ...this.#told(owed),
      status: statusName(answer.status),
      next: verdict.do,
      ...(verdict.do === 'refuse' && { fault: verdict.fault }),
    });
    switch (verdict.do) {
      case 'slow down':
        this.#pacing.throttled(this.#ports.clock.monotonicMs());
        return this.#again(owed);
      case 'rebind':
        this.#ports.client.rebind();
        return this.#again(owed);
      case 'retry':
        return this.#withdraw(owed).then((certain) =>
          this.#putOff(certain, owed.job.attempt + 1, verdict.inMs),
        );
      case 'refuse':
        return verdict.elsewhere && this.#late.find(owed.job.subject) === undefined
          ? this.#elsewhere(owed, verdict.reason)
          : this.#refuse(owed, { reason: verdict.reason, mayBeTaken: false });
      default:
        return unreachable(verdict);
    }
  }

  async #elsewhere(owed: Owed<OutgoingPart>, reason: string): Promise<void> {
    const certain = await this.#withdraw(owed);
    const { moveRefused } = this.#ports;
    if (!(await this.#untilStored(() => moveRefused(certain, reason)))) {
      return this.#refuse(certain, { reason, mayBeTaken: false });
    }
    this.#finish(certain);
    this.pump();
  }

  /** Not counted as an attempt: it goes when the bind may. */
  async #again(owed: Owed<OutgoingPart>): Promise<void> {
    this.#ports.lanes.giveBack(owed.load.intended ? await this.#withdraw(owed) : owed);
    this.pump();
  }

  #accepted(owed: Owed<OutgoingPart>, messageId: string): void {
    const id = this.#ports.submittedPartIds.take();
    this.#follow(
      owed,
      id === undefined
        ? this.#recordOnceNumbered(owed, messageId)
        : this.#record(owed, messageId, id),
    );
  }

  async #recordOnceNumbered(owed: Owed<OutgoingPart>, messageId: string): Promise<void> {
    const id = await this.#untilStored(() => this.#ports.submittedPartIds.taken());
    await this.#record(owed, messageId, id);
  }

  async #record(
    owed: Owed<OutgoingPart>,
    messageId: string,
    submittedPartId: number,
  ): Promise<void> {
    const { operator, facts, awaited, receipts, clock, log } = this.#ports;
    const { settings } = operator;
    const { message, recipient } = owed.load;
    const remoteId = messageId === '' ? '' : normaliseId(messageId, 'response', settings);
    const awaitsReport = settings.receipts === 'all' && remoteId !== '';
    const part = submittedPart(owed, submittedPartId);
    // Known from now on, so that a receipt right behind this answer finds it.
    if (awaitsReport) awaited.add(operator.id, remoteId, part);
    const fact: Submit = {
      submittedPartId,
      job: owed.job,
      operatorId: operator.id,
      remoteId,
      phone: recipient.phone,
      submittedAtMs: clock.nowMs(),
      awaitsReport,
      intended: owed.load.intended,
      sentFrom: sentFrom(owed.load),
    };
    const early = await this.#untilStored(() => facts.submitted(fact));
    this.#finish(owed);
    if (log.debugs) log.debug('part.submitted', { ...this.#told(owed), tag: message.tag });
    if (early.length > 0) await receipts.takeKept(part, early, settings);
    if (this.#isHeldBack) this.pump();
  }

  async #uncertain(owed: Owed<OutgoingPart>, why: Doubt): Promise<void> {
    const { operator, clock, log } = this.#ports;
    const policy = operator.settings.uncertain;
    log.warn('submit.uncertain', { ...this.#told(owed), why, policy });
    if (policy === 'fail') return this.#refuse(owed, { reason: 'uncertain', mayBeTaken: true });
    this.#late.remember(owed);
    if (policy === 'hold') {
      // Past its validity it comes back and is refused, unless a late answer has settled it.
      return this.#putOff(owed, owed.job.attempt, owed.job.expiresAtMs - clock.nowMs());
    }
    // The intent is of a policy that has been changed since.
    if (why !== 'no response') return this.#again(owed);
    return this.#putOff(owed, owed.job.attempt + 1, resendMs);
  }

  /** Its job is gone: owed no more, which counts once however many answers it had. */
  #finish(owed: Owed<OutgoingPart>): void {
    this.#ports.lanes.finish(owed);
    if (this.#late.settle(owed)) this.#ports.settled();
  }

  async #putOff(owed: Owed<OutgoingPart>, attempt: number, inMs: number): Promise<void> {
    const { jobs, lanes, clock, lease } = this.#ports;
    const { id: jobId, attempt: attemptRead, expiresAtMs } = owed.job;
    // Past its validity it comes back to be refused.
    const dueAtMs = Math.min(clock.nowMs() + inMs, expiresAtMs);
    await this.#untilStored(() =>
      jobs.retryJobs([{ lease, jobId, attemptRead, attempt, dueAtMs }]),
    );
    lanes.putOff(owed, attempt);
  }

  #expired(owed: Owed<OutgoingPart>): Promise<void> {
    const mayBeTaken = owed.load.intended;
    return this.#refuse(owed, {
      reason: mayBeTaken ? 'uncertain' : 'expired_in_queue',
      mayBeTaken,
    });
  }

  async #refuse(owed: Owed<OutgoingPart>, { reason, mayBeTaken }: Refusal): Promise<void> {
    const { facts, reports, clock, log } = this.#ports;
    const { message, recipient } = owed.load;
    const atMs = clock.nowMs();
    const part = submittedPart(owed, 0);
    const isStored = await this.#untilStored(async () => {
      // Its next owner finds out for itself: the part may be with the operator by now.
      if (!this.#isOurs) return false;
      const events = await reports.deliveryReports(
        reportOf(part, 'not delivered', { receivedAtMs: atMs, word: reason, error: '' }),
      );
      await facts.refused({
        job: owed.job,
        accountId: message.accountId,
        purse: message.test ? 'test' : 'live',
        parts: part.parts,
        // Nothing is given back for what the operator may have taken.
        cost: mayBeTaken ? zero : recipient.cost,
        reason,
        atMs,
        events,
        intended: owed.load.intended,
      });
      return true;
    });
    if (!isStored) return;
    this.#finish(owed);
    log.info('part.refused', { ...this.#told(owed), reason });
    this.pump();
  }

  /** What has happened must be written: the disk's bad minutes are waited out. */
  async #untilStored<Value>(store: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await store();
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
        this.#ports.log.warn('storage.awaited', errorFields(error));
        await this.#ports.clock.sleep(storageRetryMs, this.#stopped.signal);
      }
    }
  }

  #told({ load, job }: Owed<OutgoingPart>): Record<string, unknown> {
    return {
      operator: this.#ports.operator.name,
      messageId: load.message.id,
      phone: maskPhone(load.recipient.phone),
      part: load.part,
      attempt: job.attempt,
    };
  }
}

/** Parts that the operator did not take, or not for certain: when each goes again, elsewhere, or never. */
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { RouteReason } from '#model/route-reason.ts';
import { Batcher } from '#queue/batcher.ts';
import type { JobStore, Owed, Retry } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';
import type { SmppClient, SubmitAnswered, SubmitOutcome } from '#sms/smpp/client.ts';
import { statusName } from '#sms/smpp/status.ts';
import type { LateParts } from './late-parts.ts';
import type { LinkLife } from './link-life.ts';
import type { Pacing } from './pacing.ts';
import type { PartFacts } from './part-facts.ts';
import { judgeRefusal, type SubmitVerdict } from './submit-answer.ts';
import type { SubmitIntents } from './submit-intents.ts';
import type { SubmitLanes } from './submit-lanes.ts';

export type SubmitRetryPorts = {
  readonly operator: Operator;
  readonly client: Pick<SmppClient, 'rebind'>;
  readonly lanes: Pick<SubmitLanes, 'giveBack' | 'putOff'>;
  readonly jobs: Pick<JobStore, 'retryJobs'>;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly log: Log;
  /** Gives a part to another operator that will have it; false: there is none. */
  readonly moveRefused: (owed: Owed<OutgoingPart>, reason: RouteReason) => Promise<boolean>;
};

/** What of its link a part that comes back has to do with. */
type Around = {
  readonly life: LinkLife;
  readonly late: LateParts;
  readonly parts: PartFacts;
  readonly intents: SubmitIntents;
  readonly pacing: Pacing;
  /** Nothing at all is answered on this bind. */
  readonly isSilent: () => boolean;
  readonly pump: () => void;
};

/** What is not known of a submit: whether the operator took it. */
type Doubt = 'no response' | 'link lost' | 'process died';

/** A part nobody answered for goes again after this, unless a late answer comes. */
const resendMs = 60_000;
/** A part that was throttled while others were taken. */
const throttledAloneMs = 1_000;

export class SubmitRetryPolicy {
  readonly #ports: SubmitRetryPorts;
  readonly #link: Around;
  /** A link that is lost brings a whole window back at once. */
  readonly #retries: Batcher<Retry, undefined>;

  constructor(ports: SubmitRetryPorts, link: Around) {
    this.#ports = ports;
    this.#link = link;
    this.#retries = new Batcher(async (retries) => {
      await ports.jobs.retryJobs(retries);
      return retries.map(() => undefined);
    });
  }

  /** Any outcome but the answer that it was taken. */
  take(owed: Owed<OutgoingPart>, outcome: SubmitOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'answered':
        return this.#refusedBy(owed, outcome);
      case 'uncertain':
        return this.uncertain(owed, outcome.why);
      case 'unsent':
        return this.#again(owed);
      case 'unfit':
        return this.#unfit(owed, outcome.field);
      default:
        return unreachable(outcome);
    }
  }

  async uncertain(owed: Owed<OutgoingPart>, why: Doubt): Promise<void> {
    const { operator, clock, log } = this.#ports;
    const { life, late, parts } = this.#link;
    const policy = operator.settings.uncertain;
    log.warn('submit.uncertain', { ...life.told(owed), why, policy });
    if (policy === 'fail') return parts.refuse(owed, { reason: 'uncertain', mayBeTaken: true });
    late.remember(owed);
    if (policy === 'hold') {
      // Past its validity it comes back and is refused, unless a late answer has settled it.
      return this.#putOff(owed, owed.job.attempt, owed.job.expiresAtMs - clock.nowMs());
    }
    return this.#resend(owed, why);
  }

  /**
   * A second copy is allowed, and no more than the operator's settings say over all operators, restarts and
   * processes. The last one goes by another route where there is one; so does the next if this bind answers nobody.
   */
  async #resend(owed: Owed<OutgoingPart>, why: Doubt): Promise<void> {
    const { operator } = this.#ports;
    const { parts, isSilent } = this.#link;
    const { uncertainMax } = operator.settings;
    const unanswered = (owed.job.unanswered ?? 0) + 1;
    const counted = { ...owed, job: { ...owed.job, unanswered } };
    if (unanswered >= uncertainMax) {
      return parts.refuse(counted, { reason: 'unanswered', mayBeTaken: true });
    }
    const isForOthers = unanswered === uncertainMax - 1 || isSilent();
    if (isForOthers && (await this.#copyElsewhere(counted))) return;
    if (why === 'no response') return this.#putOff(counted, owed.job.attempt + 1, resendMs);
    // The link was lost, or the intent is of a policy that has been changed since: it goes when the bind may.
    await this.#store(counted, owed.job.attempt, owed.job.dueAtMs);
    return this.#again(counted);
  }

  async #copyElsewhere(counted: Owed<OutgoingPart>): Promise<boolean> {
    const { life, parts, pump } = this.#link;
    const { attempt, dueAtMs } = counted.job;
    await this.#store(counted, attempt, dueAtMs);
    if (!(await life.untilStored(() => this.#ports.moveRefused(counted, { code: 'no answer' }))))
      return false;
    parts.finish(counted);
    pump();
    return true;
  }

  /** No submit_sm can carry it. */
  #unfit(owed: Owed<OutgoingPart>, field: string): Promise<void> {
    const { life, parts } = this.#link;
    this.#ports.log.warn('submit.unfit', { ...life.told(owed), field });
    return parts.refuse(owed, { reason: `unfit_${field}`, mayBeTaken: false });
  }

  #refusedBy(owed: Owed<OutgoingPart>, answer: SubmitAnswered): Promise<void> {
    const { statusTable } = this.#ports.operator.settings;
    const verdict = judgeRefusal(answer.status, owed.job.attempt, statusTable);
    this.#ports.log[verdict.do === 'refuse' ? 'warn' : 'info']('submit.refused', {
      ...this.#link.life.told(owed),
      status: statusName(answer.status),
      next: verdict.do,
      ...(verdict.do === 'refuse' && { fault: verdict.fault }),
    });
    return this.#obey(owed, verdict);
  }

  #obey(owed: Owed<OutgoingPart>, verdict: SubmitVerdict): Promise<void> {
    switch (verdict.do) {
      case 'slow down':
        return this.#link.pacing.throttled(this.#ports.clock.monotonicMs()) === 'slower'
          ? this.#again(owed)
          : this.#waitAlone(owed);
      case 'rebind':
        this.#ports.client.rebind();
        return this.#again(owed);
      case 'retry':
        return this.#retry(owed, verdict.inMs);
      case 'refuse':
        return verdict.elsewhere && this.#link.late.find(owed.job.subject) === undefined
          ? this.#elsewhere(owed, verdict.reason)
          : this.#link.parts.refuse(owed, { reason: verdict.reason, mayBeTaken: false });
      default:
        return unreachable(verdict);
    }
  }

  /** Others are taken meanwhile: the throttle is of this part's destination. */
  async #waitAlone(owed: Owed<OutgoingPart>): Promise<void> {
    const certain = await this.#link.intents.withdraw(owed);
    await this.#putOff(certain, owed.job.attempt, throttledAloneMs);
  }

  async #retry(owed: Owed<OutgoingPart>, inMs: number): Promise<void> {
    const certain = await this.#link.intents.withdraw(owed);
    await this.#putOff(certain, owed.job.attempt + 1, inMs);
  }

  async #elsewhere(owed: Owed<OutgoingPart>, reason: string): Promise<void> {
    const { life, parts, intents, pump } = this.#link;
    const { moveRefused } = this.#ports;
    const certain = await intents.withdraw(owed);
    const refused = { code: 'refused', word: reason } as const;
    if (!(await life.untilStored(() => moveRefused(certain, refused)))) {
      return parts.refuse(certain, { reason, mayBeTaken: false });
    }
    parts.finish(certain);
    pump();
  }

  /** Not counted as an attempt: it goes when the bind may. */
  async #again(owed: Owed<OutgoingPart>): Promise<void> {
    const { intents, pump } = this.#link;
    this.#ports.lanes.giveBack(owed.load.intended ? await intents.withdraw(owed) : owed);
    pump();
  }

  async #putOff(owed: Owed<OutgoingPart>, attempt: number, inMs: number): Promise<void> {
    const { lanes, clock } = this.#ports;
    // Past its validity it comes back to be refused.
    await this.#store(owed, attempt, Math.min(clock.nowMs() + inMs, owed.job.expiresAtMs));
    lanes.putOff(owed, attempt);
  }

  async #store({ job }: Owed<OutgoingPart>, attempt: number, dueAtMs: number): Promise<void> {
    const { lease } = this.#ports;
    const { id: jobId, attempt: attemptRead, unanswered } = job;
    const retry = { lease, jobId, attemptRead, attempt, dueAtMs, unanswered };
    await this.#link.life.untilStored(() => this.#retries.add(retry));
  }
}

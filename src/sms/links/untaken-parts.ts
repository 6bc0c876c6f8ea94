/** Parts that the operator did not take, or not for certain: when each goes again, elsewhere, or never. */
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { JobStore, Owed } from '#queue/job.ts';
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

export type UntakenPartPorts = {
  readonly operator: Operator;
  readonly client: Pick<SmppClient, 'rebind'>;
  readonly lanes: Pick<SubmitLanes, 'giveBack' | 'putOff'>;
  readonly jobs: Pick<JobStore, 'retryJobs'>;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly log: Log;
  /** Gives a part to another operator that will have it; false: there is none. */
  readonly moveRefused: (owed: Owed<OutgoingPart>, reason: string) => Promise<boolean>;
};

/** What of its link a part that comes back has to do with. */
type Around = {
  readonly life: LinkLife;
  readonly late: LateParts;
  readonly parts: PartFacts;
  readonly intents: SubmitIntents;
  readonly pacing: Pacing;
  readonly pump: () => void;
};

/** What is not known of a submit: whether the operator took it. */
type Doubt = 'no response' | 'link lost' | 'process died';

/** A part nobody answered for goes again after this, unless a late answer comes. */
const resendMs = 60_000;

export class UntakenParts {
  readonly #ports: UntakenPartPorts;
  readonly #link: Around;

  constructor(ports: UntakenPartPorts, link: Around) {
    this.#ports = ports;
    this.#link = link;
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
    // The intent is of a policy that has been changed since.
    if (why !== 'no response') return this.#again(owed);
    return this.#putOff(owed, owed.job.attempt + 1, resendMs);
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
        this.#link.pacing.throttled(this.#ports.clock.monotonicMs());
        return this.#again(owed);
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

  async #retry(owed: Owed<OutgoingPart>, inMs: number): Promise<void> {
    const certain = await this.#link.intents.withdraw(owed);
    await this.#putOff(certain, owed.job.attempt + 1, inMs);
  }

  async #elsewhere(owed: Owed<OutgoingPart>, reason: string): Promise<void> {
    const { life, parts, intents, pump } = this.#link;
    const { moveRefused } = this.#ports;
    const certain = await intents.withdraw(owed);
    if (!(await life.untilStored(() => moveRefused(certain, reason)))) {
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
    const { jobs, lanes, clock, lease } = this.#ports;
    const { id: jobId, attempt: attemptRead, expiresAtMs } = owed.job;
    // Past its validity it comes back to be refused.
    const dueAtMs = Math.min(clock.nowMs() + inMs, expiresAtMs);
    await this.#link.life.untilStored(() =>
      jobs.retryJobs([{ lease, jobId, attemptRead, attempt, dueAtMs }]),
    );
    lanes.putOff(owed, attempt);
  }
}

/** How a part ends here, as a fact: submitted to its operator, or refused for good. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { IdSource } from '#queue/id-source.ts';
import type { Owed } from '#queue/job.ts';
import type { FactRecorder } from '#sms/facts.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { SentFrom, Submit } from '#sms/message-store.ts';
import type { Operator } from '#sms/operator.ts';
import type { AwaitedParts } from '#sms/receipts/awaited-parts.ts';
import { normaliseId } from '#sms/receipts/receipt-id.ts';
import type { ReceiptService } from '#sms/receipts/receipt-service.ts';
import { submittedPart } from '#sms/receipts/submitted-part.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import type { LateParts } from './late-parts.ts';
import type { LinkLife } from './link-life.ts';
import { partRefusal, type Refusal } from './part-refusal.ts';
import type { SubmitLanes } from './submit-lanes.ts';

export type PartFactPorts = {
  readonly operator: Operator;
  readonly lanes: Pick<SubmitLanes, 'finish'>;
  readonly facts: FactRecorder;
  readonly awaited: AwaitedParts;
  readonly receipts: ReceiptService;
  readonly reports: ReportMaker;
  readonly submittedPartIds: IdSource;
  readonly clock: Clock;
  readonly log: Log;
  /** A part is owed no more. */
  readonly settled: () => void;
};

/** What of its link a part's end has to do with. */
type Around = {
  readonly life: LinkLife;
  readonly late: LateParts;
  /** A submit is stored. */
  readonly recorded: () => void;
  readonly pump: () => void;
};

export class PartFacts {
  readonly #ports: PartFactPorts;
  readonly #link: Around;

  constructor(ports: PartFactPorts, link: Around) {
    this.#ports = ports;
    this.#link = link;
  }

  /** The operator took it, under this id. */
  accepted(owed: Owed<OutgoingPart>, messageId: string): void {
    const id = this.#ports.submittedPartIds.take();
    this.#link.life.follow(
      owed,
      id === undefined
        ? this.#recordOnceNumbered(owed, messageId)
        : this.#record(owed, messageId, id),
    );
  }

  /** Its validity has ended. */
  expired(owed: Owed<OutgoingPart>): Promise<void> {
    const mayBeTaken = isInDoubt(owed);
    return this.refuse(owed, { reason: mayBeTaken ? 'uncertain' : 'expired_in_queue', mayBeTaken });
  }

  /** Its phone came to the opt-out list while the part waited. */
  stopped(owed: Owed<OutgoingPart>): Promise<void> {
    return this.refuse(owed, { reason: 'stopped', mayBeTaken: isInDoubt(owed) });
  }

  /** Never goes: told, and paid back unless the operator may have taken it. */
  async refuse(owed: Owed<OutgoingPart>, refusal: Refusal): Promise<void> {
    const { life, pump } = this.#link;
    const isStored = await life.untilStored(() => this.#storeRefusal(owed, refusal));
    if (!isStored) return;
    this.finish(owed);
    this.#ports.log.info('part.refused', { ...life.told(owed), reason: refusal.reason });
    pump();
  }

  /** Its job is gone: owed no more, which counts once however many answers it had. */
  finish(owed: Owed<OutgoingPart>): void {
    this.#ports.lanes.finish(owed);
    if (this.#link.late.settle(owed)) this.#ports.settled();
  }

  async #recordOnceNumbered(owed: Owed<OutgoingPart>, messageId: string): Promise<void> {
    const { submittedPartIds } = this.#ports;
    const id = await this.#link.life.untilStored(() => submittedPartIds.taken());
    await this.#record(owed, messageId, id);
  }

  async #record(owed: Owed<OutgoingPart>, messageId: string, submittedPartId: number) {
    const { operator, facts, awaited, receipts, clock, log } = this.#ports;
    const { life, recorded } = this.#link;
    const { settings } = operator;
    const { message, recipient } = owed.load;
    const remoteId = messageId === '' ? '' : normaliseId(messageId, 'response', settings);
    const awaitsReport = settings.receipts === 'all' && remoteId !== '';
    const submittedAtMs = clock.nowMs();
    const part = submittedPart(owed, { submittedPartId, submittedAtMs });
    // Known from now on, so that a receipt right behind this answer finds it.
    if (awaitsReport) awaited.add(operator.id, remoteId, part);
    const fact: Submit = {
      submittedPartId,
      job: owed.job,
      operatorId: operator.id,
      remoteId,
      phone: recipient.phone,
      submittedAtMs,
      awaitsReport,
      intended: owed.load.intended,
      sentFrom: sentFrom(owed.load),
    };
    const early = await life.untilStored(() => facts.submitted(fact));
    this.finish(owed);
    if (log.debugs) log.debug('part.submitted', { ...life.told(owed), tag: message.tag });
    if (early.length > 0) await receipts.takeKept(part, early, settings);
    recorded();
  }

  /** Answers false where it is another process's to tell. */
  async #storeRefusal(owed: Owed<OutgoingPart>, refusal: Refusal): Promise<boolean> {
    // Its next owner finds out for itself: the part may be with the operator by now.
    if (!this.#link.life.isOurs) return false;
    const { facts, reports, clock } = this.#ports;
    await facts.refused(await partRefusal(owed, refusal, { reports, atMs: clock.nowMs() }));
    return true;
  }
}

/** An operator may have it: a submit of it was about to leave, or was not answered. */
function isInDoubt({ job, load }: Owed<OutgoingPart>): boolean {
  return load.intended || job.unanswered !== undefined;
}

// Which number of ours a message shows, so that a reply to it finds its way back.

/** Senders of digits alone are numbers of ours; of a message's parts the first is remembered. */
function sentFrom({ message, part }: OutgoingPart): SentFrom | undefined {
  const { id: messageId, sender, accountId, test } = message;
  if (part !== 1 || !/^\d+$/.test(sender)) return undefined;
  return { number: sender, accountId, messageId, test };
}

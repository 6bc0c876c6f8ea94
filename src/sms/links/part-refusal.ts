/** A part that never goes, as the fact that settles its job: told, and paid back unless somebody may have it. */
import { zero } from '#core/money.ts';
import type { Owed } from '#queue/job.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { PartRefusal } from '#sms/message-store.ts';
import { reportOf } from '#sms/receipts/receipt-service.ts';
import { submittedPart } from '#sms/receipts/submitted-part.ts';
import type { ReportMaker } from '#sms/report-maker.ts';

export type Refusal = {
  readonly reason: string;
  /** The operator may have taken it: nothing is given back for it. */
  readonly mayBeTaken: boolean;
};

export async function partRefusal(
  owed: Owed<OutgoingPart>,
  { reason, mayBeTaken }: Refusal,
  { reports, atMs }: { readonly reports: ReportMaker; readonly atMs: number },
): Promise<PartRefusal> {
  const { message, recipient } = owed.load;
  const part = submittedPart(owed, { submittedPartId: 0, submittedAtMs: atMs });
  // Of a long text it is not known yet: what others of its parts have cost is kept if one of them has left.
  const isGivenBack = !mayBeTaken && part.parts === 1;
  const events = await reports.deliveryReports(
    reportOf(isGivenBack ? { ...part, cost: zero } : part, 'not delivered', {
      receivedAtMs: atMs,
      madeAtMs: atMs,
      word: reason,
      error: '',
    }),
  );
  return {
    job: owed.job,
    accountId: message.accountId,
    purse: message.test ? 'test' : 'live',
    parts: part.parts,
    cost: mayBeTaken ? zero : recipient.cost,
    reason,
    atMs,
    events,
    intended: owed.load.intended,
  };
}

/** Somewhere to put events: what SMS asks of those who tell customers. */
import type { ReportFact } from '#model/report-fact.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { SubmittedMessage } from './submission.ts';

/** And what only a receipt of SMPP says. */
export type SmsReportFact = ReportFact & {
  /** Why, in the operator's word or in ours, and its error code; empty where there is none. */
  readonly word: string;
  readonly error: string;
  /** Null: its message came by HTTP. */
  readonly submitted: SubmittedMessage | null;
};

export interface ReportMaker {
  /** The events, rendered, one for each listener; at once where what they need is in memory. */
  deliveryReports(fact: SmsReportFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]>;
}

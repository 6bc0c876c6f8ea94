/** Somewhere to put events: what SMS asks of those who tell customers. */
import type { CallbackForm } from '#core/callback-form.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Outcome } from './message.ts';
import type { SubmittedMessage } from './submission.ts';

/** A recipient's state has changed, or may have. */
export type ReportFact = {
  readonly accountId: number;
  readonly messageId: number;
  readonly phone: PhoneNumber;
  readonly status: Outcome;
  /** When it happened, which an operator may tell days later. */
  readonly atMs: number;
  /** When we learned of it, by our clock: from then on it is told. */
  readonly madeAtMs: number;
  readonly cost: Millionths;
  readonly currency: string;
  readonly tag: string;
  readonly reportUrl: string | null;
  readonly reportEndpointId: number | null;
  /** How the URL is asked; absent: by a POST of the interface's JSON. */
  readonly form?: CallbackForm;
  readonly test: boolean;
  /** Why, in the operator's word or in ours, and its error code; empty where there is none. */
  readonly word: string;
  readonly error: string;
  /** Null: its message came by HTTP. */
  readonly submitted: SubmittedMessage | null;
};

export interface ReportMaker {
  /** The events, rendered, one for each listener; at once where what they need is in memory. */
  deliveryReports(fact: ReportFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]>;
}

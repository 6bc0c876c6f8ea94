/** Somewhere to put events: what SMS asks of those who tell customers. */
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Outcome } from './message.ts';

/** A recipient's state has changed, or may have. */
export type ReportFact = {
  readonly accountId: number;
  readonly messageId: number;
  readonly phone: PhoneNumber;
  readonly status: Outcome;
  readonly atMs: number;
  readonly cost: Millionths;
  readonly currency: string;
  readonly tag: string;
  readonly reportUrl: string | null;
  readonly reportEndpointId: number | null;
  readonly test: boolean;
};

export interface ReportMaker {
  /** The events, rendered, one for each listener; at once where what they need is in memory. */
  deliveryReports(fact: ReportFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]>;
}

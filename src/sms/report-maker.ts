/** Somewhere to put an event: what SMS asks of the webhooks. */
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
  /** The event, rendered; at once where what it needs is in memory. */
  deliveryReport(fact: ReportFact): OwedEvent | Promise<OwedEvent>;
}

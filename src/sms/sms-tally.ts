/** What is counted of operators as it happens, by their names, for those who show figures. */
import type { StatusClass } from './operator.ts';
import type { LinkLoss } from './smpp/client.ts';
import type { PduError } from './smpp/session-types.ts';

/** One answer to a submit. `class`: what we make of its command_status. */
export type TalliedAnswer = {
  readonly operator: string;
  readonly status: number;
  readonly class: StatusClass | 'taken';
  readonly tookMs: number;
};

/** Called on the way of every message: it takes microseconds, and throws nothing. */
export interface SmsTally {
  submitAnswered(answer: TalliedAnswer): void;
  /** Nobody knows whether it was taken. */
  submitUncertain(operator: string): void;
  /** A connection ended, or none came about. */
  linkLost(operator: string, loss: LinkLoss): void;
  pduWrong(operator: string, kind: PduError): void;
  /** A report found its part, so long after its submit. */
  receiptTaken(operator: string, lagMs: number): void;
}

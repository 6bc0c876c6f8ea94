/** Parts that wait for one operator and are to wait for another: all of a recipient's, or none. */
import type { Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { OutgoingPart, Recipient } from '#sms/message.ts';
import type { WrittenForm } from '#sms/text/form.ts';

export type Move = {
  readonly recipientId: number;
  readonly fromOperatorId: number;
  readonly toOperatorId: number;
  /** The parts' form on the other operator's network. */
  readonly form: WrittenForm;
  /** Of all submits that the recipient has: one that was taken already forbids the move. */
  readonly jobIds: readonly number[];
  readonly fromLane: string;
  readonly toLane: string;
  readonly dueAtMs: number;
  readonly reason: string;
  readonly atMs: number;
  /** Under which the lane is worked on: without it nothing is moved any more. */
  readonly lease: Lease;
};

/** Moves of one commit: three statements each, in a transaction of a thousand at most. */
export const movesMax = 256;

/** The parts as the other operator's lane has them. */
export function movedParts(
  parts: readonly Owed<OutgoingPart>[],
  { toOperatorId, toLane, dueAtMs, form }: Move,
): readonly Owed<OutgoingPart>[] {
  return parts.map(({ job, load }) => {
    const recipient: Recipient = { ...load.recipient, operatorId: toOperatorId, form };
    return { job: { ...job, lane: toLane, dueAtMs, attempt: 0 }, load: { ...load, recipient } };
  });
}

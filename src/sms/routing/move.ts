/** Parts that wait for one operator and are to wait for another: all of a recipient's, or none. */
import { placeOfPart } from '#model/ids.ts';
import type { RouteReason } from '#model/route-reason.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import type { OutgoingPart, Recipient } from '#sms/message.ts';
import type { WrittenForm } from '#sms/text/form.ts';

export type Move = {
  readonly recipientId: number;
  readonly fromOperatorId: number;
  readonly toOperatorId: number;
  /** The parts' form on the other operator's network. */
  readonly form: WrittenForm;
  /** In so many parts; what the customer has paid stays as it is. */
  readonly parts: number;
  readonly concatReference: number;
  /** Of all submits that the recipient has: one that was taken already forbids the move. */
  readonly jobIds: readonly number[];
  /** Where the other operator needs other submits: those that come to them, and those of `jobIds` that go. */
  readonly added: readonly Job[];
  readonly dropped: readonly number[];
  readonly fromLane: string;
  readonly toLane: string;
  readonly dueAtMs: number;
  readonly reason: RouteReason;
  readonly atMs: number;
  /** Under which the lane is worked on: without it nothing is moved any more. */
  readonly lease: Lease;
};

/** Moves of one commit: five statements each at most, in a transaction of a thousand. */
export const movesMax = 190;

/** The parts as the other operator's lane has them. */
export function movedParts(
  parts: readonly Owed<OutgoingPart>[],
  move: Move,
): readonly Owed<OutgoingPart>[] {
  const { toOperatorId: operatorId, toLane: lane, dueAtMs, form, concatReference } = move;
  const change = { operatorId, form, parts: move.parts, concatReference };
  const moved = parts
    .filter(({ job }) => !move.dropped.includes(job.id))
    .map(({ job, load }): Owed<OutgoingPart> => {
      const recipient: Recipient = { ...load.recipient, ...change };
      return { job: { ...job, lane, dueAtMs, attempt: 0 }, load: { ...load, recipient } };
    });
  const [first] = moved;
  if (first === undefined) return moved;
  const added = move.added.map((job): Owed<OutgoingPart> => {
    return { job, load: { ...first.load, part: placeOfPart(job.subject) } };
  });
  return [...moved, ...added];
}

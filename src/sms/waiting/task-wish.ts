/** What a person asks for texts that wait, read once: neither everything, nor to nowhere. */
import type { Operator } from '#sms/operator.ts';
import type { NewLaneTask } from './lane-task.ts';
import { isNarrow, type WaitingFilter } from './waiting-filter.ts';

export type TaskWish = {
  readonly kind: NewLaneTask['kind'];
  readonly filter: Omit<WaitingFilter, 'beforeMs'> & { readonly beforeMs?: number | undefined };
  readonly toOperatorId?: number | undefined;
};

export type ReadWish =
  | { readonly ok: true; readonly task: NewLaneTask }
  /** Which field is missing, or names what cannot be. */
  | { readonly ok: false; readonly field: 'filter' | 'toOperatorId' };

export function readTaskWish(
  { kind, filter, toOperatorId }: TaskWish,
  { operators, nowMs }: { readonly operators: readonly Operator[]; readonly nowMs: number },
): ReadWish {
  const { prefix, beforeMs = nowMs, ...rest } = filter;
  const read = {
    ...rest,
    ...(prefix !== undefined && { prefix: prefix.replace('+', '') }),
    beforeMs: Math.min(beforeMs, nowMs),
  };
  if (!isNarrow(read) && beforeMs >= nowMs) return { ok: false, field: 'filter' };
  if (kind === 'cancel') return { ok: true, task: { kind, filter: read, toOperatorId: null } };
  const to = operators.find(({ id }) => id === toOperatorId);
  // One that drains, or that is relieved itself, gets nothing new.
  const takes = to !== undefined && !to.builtIn && (to.state === 'active' || to.state === 'paused');
  if (!takes) return { ok: false, field: 'toOperatorId' };
  return { ok: true, task: { kind, filter: read, toOperatorId: to.id } };
}

/** What is written in the form for texts that wait, as the API takes it. */
import type { BodyOf } from '../../api/call.ts';

export type TaskWish = BodyOf<'POST /api/console/lanes/plan'>;

export type TaskForm = {
  readonly kind: TaskWish['kind'];
  /** Ids as texts; empty: none is chosen. */
  readonly to: string;
  readonly lane: string;
  readonly operator: string;
  readonly account: string;
  readonly tag: string;
  readonly prefix: string;
  readonly minutes: string;
};

export const blankTask: TaskForm = {
  kind: 'cancel',
  to: '',
  lane: '',
  operator: '',
  account: '',
  tag: '',
  prefix: '',
  minutes: '',
};

export function wishOfForm(form: TaskForm, nowMs: number): TaskWish {
  const { kind, to, lane, operator, account, tag, prefix, minutes } = form;
  const digits = prefix.replace(/[\s.-]/g, '');
  return {
    kind,
    ...(kind === 'move' && to !== '' && { toOperatorId: Number(to) }),
    filter: {
      ...(lane.trim() !== '' && { lane: lane.trim() }),
      ...(operator !== '' && { operatorId: Number(operator) }),
      ...(account.trim() !== '' && { accountId: Number(account) }),
      ...(tag.trim() !== '' && { tag: tag.trim() }),
      ...(digits !== '' && { prefix: digits }),
      ...(minutes.trim() !== '' && { beforeMs: nowMs - Math.round(Number(minutes) * 60_000) }),
    },
  };
}

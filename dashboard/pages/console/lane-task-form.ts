/** What is written in the form for texts that wait, as the API takes it. */
import { act, type InputOf } from '../../api/operate.ts';

type Meant = InputOf<'lane cancel'>;

export type TaskWish = {
  readonly kind: 'cancel' | 'move';
  /** Of a move. */
  readonly to: string;
  readonly meant: Meant;
};

export type TaskForm = {
  readonly kind: TaskWish['kind'];
  /** Names; empty: none is chosen. */
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

export function wishOfForm(form: TaskForm): TaskWish {
  const { kind, to, lane, operator, account, tag, prefix, minutes } = form;
  const digits = prefix.replace(/[\s.-]/g, '');
  return {
    kind,
    to,
    meant: {
      ...(lane.trim() !== '' && { lane: lane.trim() }),
      ...(operator !== '' && { operator }),
      ...(account.trim() !== '' && { account: Number(account) }),
      ...(tag.trim() !== '' && { tag: tag.trim() }),
      ...(digits !== '' && { prefix: digits }),
      ...(minutes.trim() !== '' && { olderThan: `${minutes.trim()}m` }),
    },
  };
}

/** Its effect in numbers, and with `yes` the task. */
export function askTask({ kind, to, meant }: TaskWish, more: Meant = {}) {
  const input = { ...meant, ...more };
  return kind === 'move' ? act('lane move', { ...input, to }) : act('lane cancel', input);
}

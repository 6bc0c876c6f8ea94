/**
 * Whether a text that waits may go by another operator because a person says so. Its form is stored with it, so
 * that a part has the same octets on each attempt: it stays where the other one takes it, else the text is planned
 * again, in no more parts than the customer has paid for. A customer's own octets go as they are.
 */
import { type Directory, fineCondition } from '#sms/directory.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';
import { readForm, type WrittenForm, writeForm } from '#sms/text/form.ts';
import { plan } from '#sms/text/plan.ts';
import { takesForm } from '#sms/text/takes-form.ts';

export type Planned = { readonly form: WrittenForm; readonly parts: number };

export type MoveObstacle =
  /** It is paid with test money, and never leaves. */
  | 'test message'
  | 'is there already'
  /** No route of that operator takes the number, the sender or the kind. */
  | 'no route'
  | 'more parts than paid';

export type MoveVerdict =
  | { readonly ok: true; readonly planned: Planned }
  | { readonly ok: false; readonly why: MoveObstacle };

export function judgeMove(
  load: OutgoingPart,
  to: Operator,
  directory: Pick<Directory, 'considerRoutes'>,
): MoveVerdict {
  const { message, recipient } = load;
  if (message.test || to.builtIn) return { ok: false, why: 'test message' };
  if (recipient.operatorId === to.id) return { ok: false, why: 'is there already' };
  if (!isServed(load, to, directory)) return { ok: false, why: 'no route' };
  const planned = planWith(to, load);
  return planned === undefined || planned.parts > recipient.parts
    ? { ok: false, why: 'more parts than paid' }
    : { ok: true, planned };
}

/** How well the operator does just now is for the person to know. */
function isServed(
  { message, recipient }: OutgoingPart,
  to: Operator,
  directory: Pick<Directory, 'considerRoutes'>,
): boolean {
  const wish = {
    phone: recipient.phone,
    sender: message.sender,
    grade: undefined,
    urgent: message.class === 'urgent',
  };
  return directory
    .considerRoutes(wish, { conditionOf: () => fineCondition })
    .some(({ operator, obstacle }) => operator.id === to.id && obstacle === undefined);
}

/**
 * How the text travels by the other operator: as it is where that takes it, so that a part has the same
 * octets on each attempt, else planned again; undefined where it would be too long.
 */
export function planWith(
  { settings }: Pick<Operator, 'settings'>,
  { message, recipient }: OutgoingPart,
): Planned | undefined {
  const { form, parts } = recipient;
  if ((message.submission?.carried ?? null) !== null) return { form, parts };
  const standing = readForm(form);
  if (takesForm(settings, { form: standing, parts })) return { form, parts };
  const unicode = standing.code === 'ucs2';
  const reply = plan(recipient.text ?? message.text, { settings, unicode });
  return reply.ok ? { form: writeForm(reply.plan.form), parts: reply.plan.parts } : undefined;
}

/** `message-cancel` of emails: takes a scheduled one back, with its money, until five minutes before it leaves. */
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import type { EmailSchedule, EmailStore } from '#mail/sending/email-store.ts';
import type { Run } from '../command.ts';

export type CancelMailPorts = {
  readonly emails: Pick<EmailStore, 'findSchedule'>;
  /** Answers how many mails were taken back. */
  readonly cancelMail: (wish: CancelMailWish) => Promise<number>;
  readonly clock: Clock;
};

export type CancelMailWish = {
  readonly accountId: number;
  readonly emailId: number;
  readonly leavesAfterMs: number;
};

const beforeMs = 5 * 60_000;
const field = 'messageId';
const done = { en: 'The email is cancelled.', fr: 'Le courriel est annulé.' };

export function cancelMail(ports: CancelMailPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.requiredText(field, 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const emailId = parseWholeNumber(written ?? '');
    const accountId = call.caller.account.id;
    const email = emailId && (await ports.emails.findSchedule(accountId, emailId));
    if (!emailId || !email) return refuse('message is not there', { field });
    const nowMs = ports.clock.nowMs();
    const obstacle = refuseState(email, nowMs);
    if (obstacle !== undefined) return obstacle;
    const mails = await ports.cancelMail({ accountId, emailId, leavesAfterMs: nowMs + beforeMs });
    if (mails > 0) return succeed({ message: done[call.language] });
    // Between the look and the commit another call was faster, or nothing of it was owed any more.
    const now = await ports.emails.findSchedule(accountId, emailId);
    return now?.cancelled === true ? alreadyCancelled : alreadySent;
  };
}

function refuseState({ scheduledAtMs, cancelled }: EmailSchedule, nowMs: number) {
  if (cancelled) return alreadyCancelled;
  if (scheduledAtMs === null || scheduledAtMs <= nowMs) return alreadySent;
  if (scheduledAtMs >= nowMs + beforeMs) return undefined;
  return refuse('message leaves too soon', { field, details: { minutes: beforeMs / 60_000 } });
}

const alreadyCancelled = refuse('message is cancelled', { field });
const alreadySent = refuse('message is sent', { field });

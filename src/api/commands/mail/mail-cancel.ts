/** `message-cancel` of emails: takes back what of one has not left yet, with its money. */

import { reachOf } from '#accounts/authenticator.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import { whyNotCancelled } from '#mail/sending/mail-canceller.ts';
import type { Run } from '../command.ts';

export type CancelMailPorts = {
  readonly emails: Pick<EmailStore, 'mailsOf'>;
  /** Answers how many mails were taken back. */
  readonly cancelMail: (wish: CancelMailWish) => Promise<number>;
};

export type CancelMailWish = { readonly accountId: number; readonly emailId: number };

const field = 'messageId';
const done = { en: 'The email is cancelled.', fr: 'L’e-mail est annulé.' };
const partly = {
  en: 'What had not left is cancelled.',
  fr: 'Ce qui n’était pas parti est annulé.',
};

export function cancelMail(ports: CancelMailPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const written = fields.requiredText(field, 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const emailId = parseWholeNumber(written ?? '');
    const { accountId, mode } = reachOf(call.caller);
    const before = emailId ? await ports.emails.mailsOf(accountId, emailId, mode) : [];
    if (!emailId || before.length === 0) return refuse('message is not there', { field });
    const cancelled = await ports.cancelMail({ accountId, emailId });
    if (cancelled === 0) {
      const mails = await ports.emails.mailsOf(accountId, emailId);
      return refuse(whyNotCancelled(mails.map(({ state }) => state)), { field });
    }
    const all = cancelled === before.length;
    return succeed({ message: (all ? done : partly)[call.language], nbMail: cancelled });
  };
}

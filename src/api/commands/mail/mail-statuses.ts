/** `bulk-status` of emails: what became of each recipient's copy. */

import { reachOf } from '#accounts/authenticator.ts';
import { Fields, parseWholeNumber } from '#api/parameters/fields.ts';
import { type FieldValue, refuse, succeed } from '#api/reply.ts';
import { toNumber } from '#core/money.ts';
import type { MailStatus } from '#mail/email.ts';
import { costOfMail } from '#mail/mail-cost.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import { formatLocalTime } from '../account-time.ts';
import type { Run } from '../command.ts';

export type MailStatusPorts = {
  readonly emails: Pick<EmailStore, 'mailsOf'>;
  /** Those of them that want no mail of the account. */
  readonly suppressedMail: (
    accountId: number,
    addresses: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** A mail's name to the world, as it stands in its Message-ID. */
  readonly mailToken: (mailId: number) => string;
};

const field = 'messageId';

export function describeMailStatuses(ports: MailStatusPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const id = fields.requiredText(field, 'message id is missing');
    if (fields.refusal !== undefined) return fields.refusal;
    const emailId = parseWholeNumber(id ?? '');
    const { accountId, mode } = reachOf(call.caller);
    const mails = emailId === undefined ? [] : await ports.emails.mailsOf(accountId, emailId, mode);
    if (mails.length === 0) return refuse('message is not there', { field });
    const stopped = await ports.suppressedMail(
      accountId,
      mails.map(({ address }) => address),
    );
    return succeed({
      messageId: String(emailId),
      StatutResponseList: mails.map((mail) => toMailJson(mail, stopped, ports)),
    });
  };
}

function toMailJson(
  mail: MailStatus,
  stopped: ReadonlySet<string>,
  { mailToken }: MailStatusPorts,
): FieldValue {
  const { mailId, address, state, changedAtMs } = mail;
  const status = statuses[state];
  return {
    email: address,
    token: mailToken(mailId),
    status,
    statut: status,
    cost: toNumber(costOfMail(mail)),
    stopMail: stopped.has(address),
    date: formatLocalTime(changedAtMs),
  };
}

const statuses: Readonly<Record<MailFactKind, string>> = {
  scheduled: 'Waiting',
  queued: 'Waiting',
  deferred: 'Waiting',
  held: 'Waiting',
  sent: 'Delivered',
  caught: 'Caught',
  complained: 'Delivered',
  bounced: 'Not delivered',
  failed: 'Not delivered',
  suppressed: 'Not delivered',
  cancelled: 'Not delivered',
};

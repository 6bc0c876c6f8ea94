/** `mail resend`: an email once more as it was stored: its text, files, headers and words, to those who get it again. */
import { z } from 'zod';
import { keyOfPerson } from '#accounts/person-key.ts';
import { idInput } from '#core/common-inputs.ts';
import { type InAccount, operation, Refusal, refuse } from '#core/operation.ts';
import { mailIdOf } from '#model/ids.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { Email, MailStatus, StoredContent } from '../email.ts';
import type { Attachment } from '../message/email-content.ts';
import type { EmailRecipient, EmailRequest } from './email-request.ts';
import type { EmailStore } from './email-store.ts';
import { keyShape, mailSendCodes, refuseEmail } from './person-email.ts';
import { type MailSendPorts, mailAccountOf, sentView, viewSent } from './send-operations.ts';

type ResendPorts = MailSendPorts & {
  readonly emails: Pick<
    EmailStore,
    'findEmail' | 'findContent' | 'findMail' | 'mailsOf' | 'readBlob'
  >;
};

const whoms = ['failed', 'all'] as const;
type Whom = (typeof whoms)[number];

export const resendMail = operation({
  name: 'mail resend',
  does: 'writes',
  needs: 'send',
  changes: ['mail list', 'mail total', 'balance show'],
  positional: ['email'],
  input: z.strictObject({
    email: idInput,
    /** `failed`: bounced, given up or suppressed. */
    whom: z.enum(whoms).default('failed'),
    ...keyShape,
  }),
  output: sentView,
  refusals: [
    'email is not there',
    'email is kept no longer',
    'nobody is left to send to',
    ...mailSendCodes,
  ],
  async run(ports: ResendPorts, { email: id, whom, key }, caller) {
    const again = await findAgain(ports, { accountId: caller.accountId, id, whom });
    if (again instanceof Refusal) return again;
    const account = await mailAccountOf(caller, ports);
    const { test } = again.email;
    const reply = await ports.sendMail({
      ...requestOf(again, caller),
      caller: { account, key: keyOfPerson(account, { base: 'email', test, label: caller.actor }) },
      idempotency: key === undefined ? undefined : { key, fingerprint: `resend/${id}/${whom}` },
    });
    if (!reply.ok) return refuseEmail(reply.refusal, account);
    const { emailId, mails } = reply.sent;
    const noted = {
      action: 'email.resend',
      target: String(id),
      details: { again: emailId, mails },
    };
    await ports.audit.note(caller, { ...noted, accountId: account.id });
    return viewSent(reply.sent);
  },
});

type Sought = { readonly accountId: number; readonly id: number; readonly whom: Whom };

type Again = {
  readonly email: Email;
  readonly recipients: readonly EmailRecipient[];
  readonly content: Content;
};

async function findAgain({ emails }: ResendPorts, { accountId, id, whom }: Sought) {
  const email = await emails.findEmail(id);
  if (email?.accountId !== accountId) {
    return refuse('email is not there', { field: 'email', params: { email: id } });
  }
  // The words of our own notices are forgotten once they are told.
  const recipients = email.notice === null ? await recipientsOf(email, whom, emails) : [];
  if (recipients.length === 0) return refuse('nobody is left to send to', { field: 'email' });
  const content = await contentOf(email, emails);
  if (content === undefined) return refuse('email is kept no longer', { field: 'email' });
  return { email, recipients, content };
}

/** Where a mail has not reached its recipient, and nobody took it back. */
const failed: ReadonlySet<MailFactKind> = new Set(['bounced', 'failed', 'suppressed']);

/** In the order of the email. */
async function recipientsOf(
  email: Email,
  whom: Whom,
  emails: ResendPorts['emails'],
): Promise<readonly EmailRecipient[]> {
  const mails = await emails.mailsOf(email.accountId, email.id);
  const again = mails.filter(({ state }) => whom === 'all' || failed.has(state));
  const recipients: EmailRecipient[] = [];
  for (const { mailId } of again) {
    const mail = await emails.findMail(mailId);
    if (mail === undefined) continue;
    const { address, name, variables } = mail;
    recipients.push({ address, name, variables, ...copyAs({ mailId, address }, email) });
  }
  return recipients;
}

/** How a recipient gets the email that it got before. */
function copyAs(
  { mailId, address }: Pick<MailStatus, 'mailId' | 'address'>,
  { id, copies }: Email,
): Pick<EmailRecipient, 'copy'> {
  if (copies === null || mailId < mailIdOf(id, copies.startAt)) return {};
  const isShown = copies.cc.some((mailbox) => mailbox.address === address);
  return { copy: isShown ? 'cc' : 'bcc' };
}

type Content = Pick<StoredContent, 'subject' | 'html' | 'text'> & {
  readonly files: readonly Attachment[];
};

/** Undefined where some of it is kept no longer. */
async function contentOf(
  { contentHash }: Email,
  emails: ResendPorts['emails'],
): Promise<Content | undefined> {
  const content = await emails.findContent(contentHash);
  if (content === undefined) return undefined;
  const { subject, html, text } = content;
  const files: Attachment[] = [];
  for (const { blob, ...file } of content.attachments) {
    const bytes = await emails.readBlob(blob);
    if (bytes === undefined) return undefined;
    files.push({ ...file, bytes });
  }
  return { subject, html, text, files };
}

function requestOf(
  { email, recipients, content }: Again,
  { requestId = '' }: InAccount,
): Omit<EmailRequest, 'idempotency' | 'caller'> {
  const { subject, html, text, files } = content;
  const { headers, variables, metadata, tag, stream, trackOpens, trackClicks, sandbox } = email;
  return {
    recipients,
    from: email.from,
    replyTo: email.replyTo ?? undefined,
    shown: email.copies ?? undefined,
    subject,
    html,
    text: text ?? undefined,
    attachments: files,
    headers,
    variables,
    metadata,
    tag,
    stream,
    trackOpens,
    trackClicks,
    sandbox,
    validityMs: email.validUntilMs - (email.scheduledAtMs ?? email.acceptedAtMs),
    scheduledAtMs: undefined,
    reportUrl: email.reportUrl ?? undefined,
    requestId,
  };
}

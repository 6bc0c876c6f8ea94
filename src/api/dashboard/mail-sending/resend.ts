/** An email goes once more, as it was stored: its text, files, headers and words, to those who get it again. */

import { mailRefusal } from '#api/commands/mail/mail-refusal.ts';
import { refuse } from '#api/reply.ts';
import type { Email, MailStatus, StoredContent } from '#mail/email.ts';
import type { Attachment } from '#mail/message/email-content.ts';
import type {
  EmailRecipient,
  EmailReplyToClient,
  EmailRequest,
} from '#mail/sending/email-request.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import { mailIdOf } from '#model/ids.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import { authorOf } from '../author.ts';
import { type CallerPorts, callOf } from '../caller.ts';
import { type DashboardCall, give, type Handler, handle } from '../handler.ts';
import { resendEmail } from './definitions.ts';
import { sentToJson } from './sent-json.ts';

export type SentEmails = Pick<
  EmailStore,
  'findEmail' | 'findContent' | 'findMail' | 'mailsOf' | 'readBlob'
>;

type ResendPorts = CallerPorts & {
  readonly emails: SentEmails;
  readonly sendMail: (request: EmailRequest) => Promise<EmailReplyToClient>;
};

type Asking = DashboardCall<typeof resendEmail>;

const nothingThere = refuse('nothing is there');
const nobodyLeft = refuse('nobody is left to send to');

export function resend(ports: ResendPorts): Handler {
  return handle(resendEmail, async (asking) => {
    const email = await ports.emails.findEmail(asking.params.id);
    if (email?.accountId !== asking.accountId) return nothingThere;
    // The words of our own notices are forgotten once they are told.
    if (email.notice !== null) return nobodyLeft;
    const recipients = await recipientsOf(email, asking.body.to, ports);
    if (recipients.length === 0) return nobodyLeft;
    const content = await contentOf(email, ports);
    if (content === undefined) return nothingThere;
    const call = await callOf(asking, wishOf(email), ports);
    const request = { ...requestOf(email, content, asking), recipients, caller: call.caller };
    const reply = await ports.sendMail(request);
    if (!reply.ok) return mailRefusal(reply.refusal, call);
    const { emailId, mails } = reply.sent;
    await ports.audit.note(authorOf(asking, ports.clock), {
      action: 'email.resend',
      target: String(email.id),
      details: { again: emailId, mails },
      accountId: asking.accountId,
    });
    return give(sentToJson(reply.sent));
  });
}

function wishOf({ test }: Email) {
  return { mode: test ? 'test' : 'live', values: {}, base: 'email' } as const;
}

/** Where a mail has not reached its recipient, and nobody took it back. */
const failed: ReadonlySet<MailFactKind> = new Set(['bounced', 'failed', 'suppressed']);

/** In the order of the email. */
async function recipientsOf(
  email: Email,
  to: Asking['body']['to'],
  { emails }: ResendPorts,
): Promise<readonly EmailRecipient[]> {
  const mails = await emails.mailsOf(email.accountId, email.id);
  const again = mails.filter(({ state }) => to === 'all' || failed.has(state));
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
  { emails }: ResendPorts,
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
  email: Email,
  { subject, html, text, files }: Content,
  { body, request }: Asking,
): Omit<EmailRequest, 'recipients' | 'caller'> {
  const { headers, variables, metadata, tag, stream, trackOpens, trackClicks, sandbox } = email;
  return {
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
    idempotency: { key: body.idempotencyKey, fingerprint: `resend/${email.id}/${body.to}` },
    requestId: request.id,
  };
}

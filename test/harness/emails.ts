/** Emails as accept would hand them to the composer. */
import { createSealer } from '#core/sealed.ts';
import { composeBody, composeMail } from '#mail/message/compose.ts';
import type { ComposedMail } from '#mail/message/composed-mail.ts';
import type { EmailContent, MailCopy } from '#mail/message/email-content.ts';
import { MailTokens, tokenKeyUse } from '#mail/tokens.ts';

export const mailTokens = new MailTokens(createSealer(Buffer.alloc(32, 7)).deriveKey(tokenKeyUse));

export function emailContent(given: Partial<EmailContent> = {}): EmailContent {
  return {
    emailId: 7,
    from: { address: 'news@example.com', name: 'Example News' },
    subject: 'Your order',
    html: '<p>Thank you for your order.</p>',
    text: 'Thank you for your order.',
    attachments: [],
    headers: [],
    variables: {},
    dateMs: Date.UTC(2030, 0, 2, 3, 4, 5),
    ...given,
  };
}

export function mailCopy(given: Partial<MailCopy> = {}): MailCopy {
  return {
    mailId: 70_000,
    to: { address: 'ann@example.net', name: 'Ann Lee' },
    variables: {},
    ...given,
  };
}

/** A text part is there, or is not what the test is about. */
const noText = (): Promise<string> => Promise.resolve('as text');

export async function composeCopy(
  content: EmailContent,
  copy: MailCopy = mailCopy(),
): Promise<ComposedMail> {
  const body = await composeBody(content, noText);
  return composeMail({ content, body, tokens: mailTokens }, copy);
}

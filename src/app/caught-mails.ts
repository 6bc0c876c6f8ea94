/** Whose a caught mail is: the Message-IDs of our mails are tokens that name them. */

import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailTokens } from '#mail/tokens.ts';
import { emailIdOf } from '#model/ids.ts';
import { isAboutCalls } from '#numbers/voicemail/notices.ts';
import type { CaughtOf } from '#simulator/caught-mail.ts';

type Ports = {
  readonly tokens: Pick<MailTokens, 'readToken'>;
  readonly emails: Pick<EmailStore, 'findEmail'>;
};

/**
 * Nobody's are notices of ours, for the links in them may let somebody in; those of voicemails and missed calls are
 * the account's.
 */
export async function ownerOfCaught(
  messageId: string,
  { tokens, emails }: Ports,
): Promise<CaughtOf | undefined> {
  const [token = ''] = messageId.split('@', 1);
  const mailId = tokens.readToken('bounce', token);
  if (mailId === undefined) return undefined;
  const email = await emails.findEmail(emailIdOf(mailId));
  if (email === undefined) return undefined;
  if (email.notice !== null && !isAboutCalls(email.notice)) return undefined;
  return { accountId: email.accountId, mailId };
}

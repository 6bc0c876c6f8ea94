/** The mail catcher of this process, and whose a mail is that it caught: the Message-IDs of our mails are tokens that name them. */

import { catcherLease } from '#mail/delivery/mail-engine.ts';
import type { OpenedMail } from '#mail/open.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailTokens } from '#mail/tokens.ts';
import { emailIdOf } from '#model/ids.ts';
import { isAboutCalls } from '#numbers/voicemail/notices.ts';
import type { CaughtOf } from '#simulator/caught-mail.ts';
import type { Common } from './common.ts';
import { type CatcherAddress, LeasedMailCatcher } from './leased-mail-catcher.ts';

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

/** Undefined where it is off. */
export function leasedMailCatcher(
  { config, clock, log, storage }: Common,
  { mail, place }: { readonly mail: OpenedMail; readonly place: CatcherAddress },
): LeasedMailCatcher | undefined {
  if (config.mailCatcher === undefined) return undefined;
  const { simulator: store, settings, emails, changes } = storage;
  return new LeasedMailCatcher({
    ...config.mailCatcher,
    place,
    closeLane: () => mail.engine.close(catcherLease),
    bring: ({ to, octets }) => mail.handler.takeReport(to, octets),
    whose: (messageId) => ownerOfCaught(messageId, { tokens: mail.tokens, emails }),
    store,
    settings,
    changes,
    clock,
    log,
    random: Math.random,
  });
}

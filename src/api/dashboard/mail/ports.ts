/** What the pages about emails ask of the program. */
import type { EmailStore } from '#mail/sending/email-store.ts';

export type MailPagePorts = {
  readonly emails: Pick<EmailStore, 'listEmailRecords' | 'totalEmails' | 'mailsOfEmails'>;
};

/** What the pages about emails ask of the program. */
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Clock } from '#core/clock.ts';
import type { DeliveryStore } from '#mail/delivery/delivery-store.ts';
import type { CancelWish, EmailStore } from '#mail/sending/email-store.ts';

export type MailPagePorts = {
  readonly emails: Pick<
    EmailStore,
    | 'listEmailRecords'
    | 'totalEmails'
    | 'findEmail'
    | 'findContent'
    | 'mailsOf'
    | 'mailsOfEmails'
    | 'findCancellable'
  >;
  /** Answers how many mails were taken back. */
  readonly cancelMail: (wish: CancelWish) => Promise<number>;
  readonly caughtMails: {
    /** Where copies of an email were caught last. */
    caughtOf(emailId: number): Promise<readonly { readonly mailId: number; readonly id: number }[]>;
  };
  readonly mailFacts: Pick<EmailStore, 'factsOf'>;
  readonly mailDelivery: Pick<DeliveryStore, 'attemptsOf'>;
  readonly clock: Clock;
  readonly audit: Pick<AuditStore, 'note'>;
};

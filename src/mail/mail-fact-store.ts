/** What is learned of mails apart from their delivery: late bounces, complaints, who opened what. */
import type { MailFactKind } from '#model/mail-state.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { NewSuppression } from './suppression/suppression.ts';

/** What recipients do with a mail; its state stays as it is. */
export type MailMark = 'opened' | 'clicked' | 'unsubscribed';

export type NewMailFact = {
  readonly mailId: number;
  readonly atMs: number;
  /** More to say, kept as JSON; its `class` is shown with the state. */
  readonly detail: (object & { readonly class?: string | undefined }) | null;
  /** Whom that takes off the recipients of later mail. */
  readonly suppress?: NewSuppression | undefined;
  /** Stored with the fact, and numbered already. */
  readonly events: readonly OwedEvent[];
} & (
  | { readonly kind: MailMark }
  /** Nothing happens to a mail that is in none of these states any more. */
  | { readonly kind: MailFactKind; readonly from: readonly MailFactKind[] }
);

/** One line of a mail's story. */
export type MailFact = {
  readonly atMs: number;
  readonly kind: MailFactKind | MailMark;
  /** JSON. */
  readonly detail: string | null;
};

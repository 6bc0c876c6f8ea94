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

export interface MailFactStore {
  /** One commit. Answers for each whether it was noted, and with it its events. */
  recordFacts(facts: readonly NewMailFact[]): Promise<readonly boolean[]>;
  /** In the order in which they were noted, without what the accept of the mail says. */
  factsOf(mailId: number): Promise<readonly MailFact[]>;
}

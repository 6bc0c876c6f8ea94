/** Somewhere to put events: what email asks of those who tell clients. */
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Email } from './email.ts';
import type { MailFactKind, MailReason } from './mail-fact.ts';
import type { MailMark } from './mail-fact-store.ts';
import type { SuppressionReason, SuppressionSource } from './suppression/suppression.ts';

/** Something has happened to a mail, or is about to be noted. */
export type MailEventFact = {
  readonly email: Pick<
    Email,
    'id' | 'accountId' | 'tag' | 'metadata' | 'reportUrl' | 'reportEndpointId' | 'test' | 'sandbox'
  >;
  readonly mailId: number;
  readonly address: string;
  readonly kind: MailFactKind | MailMark;
  readonly atMs: number;
  readonly reason: MailReason | null;
};

/** An address gets no more mail, or mail again. */
export type SuppressionEventFact = {
  readonly accountId: number;
  readonly address: string;
  readonly stream: string;
  readonly reason: SuppressionReason;
  readonly source: SuppressionSource;
  readonly kind: 'added' | 'removed';
  readonly atMs: number;
};

export interface MailEventMaker {
  /** The event, rendered; its id is given when its commit is about to be made. */
  mailEvent(fact: MailEventFact): Promise<OwedEvent>;
  suppressionEvent(fact: SuppressionEventFact): Promise<OwedEvent>;
  /** Whether anybody wants to hear that a mail is queued: of those that are, this is not worth a row each. */
  wantsQueued(email: MailEventFact['email']): Promise<boolean>;
}

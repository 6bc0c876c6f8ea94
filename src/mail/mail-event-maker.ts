/** Somewhere to put events: what email asks of those who tell clients. */
import type { MailFactKind } from '#model/mail-state.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Email } from './email.ts';
import type { MailReason } from './mail-fact.ts';
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
  /** Of a click: where it led. */
  readonly link?: string | undefined;
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
}

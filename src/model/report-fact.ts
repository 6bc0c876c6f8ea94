/** What SMS has learned of one recipient, before it is put into the words of any interface. */
import type { CallbackForm } from '#core/callback-form.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { RecipientState } from './recipient-state.ts';

/** A recipient's state has changed, or may have. */
export type ReportFact = {
  readonly accountId: number;
  readonly messageId: number;
  readonly phone: PhoneNumber;
  readonly status: Exclude<RecipientState, 'accepted'>;
  /** When it happened, which an operator may tell days later. */
  readonly atMs: number;
  /** When we learned of it, by our clock: from then on it is told. */
  readonly madeAtMs: number;
  /** Of the recipient, all parts together. */
  readonly cost: Millionths;
  readonly currency: string;
  readonly tag: string;
  /** Where the request wants its reports; null: the account's own endpoint. */
  readonly reportUrl: string | null;
  readonly reportEndpointId: number | null;
  /** How that URL is asked; absent: by a POST of the interface's JSON. */
  readonly form?: CallbackForm;
  /** Sent on the built-in operator. */
  readonly test: boolean;
};

/** What a simulated phone, or the operator in front of it, does with a message. */

import type { ReceiptWord } from '#sms/smpp/receipt.ts';

/** How the operator answers the submit. */
export type AnswerPlan =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refuse'; readonly status: number }
  /** The same message comes again, and is accepted after so many refusals. */
  | { readonly kind: 'refuse at first'; readonly status: number; readonly times: number }
  | { readonly kind: 'refuse for a time'; readonly status: number; readonly forMs: number }
  | { readonly kind: 'accept late'; readonly afterMs: number }
  | { readonly kind: 'accept in reverse order' }
  | { readonly kind: 'accept without a body' }
  | { readonly kind: 'accept in hexadecimal' }
  | { readonly kind: 'never answer' }
  | { readonly kind: 'close' }
  | { readonly kind: 'go silent' }
  | { readonly kind: 'unbind' }
  | { readonly kind: 'generic_nack'; readonly status: number }
  | { readonly kind: 'garbage length' };

export type Report = {
  readonly word: ReceiptWord;
  readonly err: string;
  /** Some time between the two. */
  readonly afterMs: readonly [least: number, most: number];
};

export function delayed({ afterMs: [least, most], ...rest }: Report, byMs: number): Report {
  return { ...rest, afterMs: [least + byMs, most + byMs] };
}

export type ReceiptPlan = {
  readonly reports: readonly Report[];
  /** `full` has the text and the TLVs. */
  readonly form: 'full' | 'TLVs only' | 'odd text only';
  /** `in front`: on the same connection, before the response itself. */
  readonly way: 'any bind' | 'another bind' | 'in front';
  readonly copies: number;
  readonly parts: 'each' | 'first only';
};

export type ReplyPlan =
  | 'Oui'
  | 'STOP'
  | 'long'
  | 'long, shuffled'
  | 'long, one part missing'
  | 'emoji'
  | 'long, 16-bit reference'
  | 'message_payload'
  | 'like a receipt'
  | 'echo';

export type Behaviour = {
  readonly answer: AnswerPlan;
  readonly receipts: ReceiptPlan;
  readonly reply?: ReplyPlan | undefined;
};

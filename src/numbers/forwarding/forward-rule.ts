/** What a call to a rented number does. Without a rule it is refused. */
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

export type ForwardRule =
  | { readonly kind: 'forward'; readonly target: PhoneNumber }
  | { readonly kind: 'voicemail'; readonly target: string };

/** As it is kept: the person who changes it says which version they have seen. */
export type KeptRule = { readonly rule: ForwardRule; readonly version: number };

export type ForwardOptions = {
  /** How long the target rings before the call counts as unanswered. */
  readonly ringMs: number;
  /** What becomes of it then: 480, or a message for `fallbackEmail`. */
  readonly unanswered: 'refuse' | 'voicemail';
  readonly fallbackEmail: string;
  /** Who is told of calls that nobody took; empty: nobody. */
  readonly missedCallEmail: string;
  /** What a mobile gets by SMS whose call nobody took; empty: nothing. */
  readonly missedCallText: string;
  readonly language: 'en' | 'fr';
};

export const usualOptions: ForwardOptions = {
  ringMs: 30_000,
  unanswered: 'refuse',
  fallbackEmail: '',
  missedCallEmail: '',
  missedCallText: '',
  language: 'en',
};

/** Two parts of an SMS in the GSM alphabet. */
export const missedCallTextMax = 306;

/** Undefined where it is too long, or holds what no phone shows; without the blanks around it. */
export function parseMissedCallText(written: string): string | undefined {
  const text = written.trim();
  const isShown = /^[^\p{Cc}\p{Cs}]*$/u.test(text.replaceAll('\n', ''));
  return isShown && text.length <= missedCallTextMax ? text : undefined;
}

/** What forwarding asks of the storage. */
export type RuleChange = {
  readonly numberId: number;
  /** Whose it must still be. */
  readonly accountId: number;
  /** The version that was seen; undefined: there was no rule. */
  readonly seen: number | undefined;
  /** Undefined removes it. */
  readonly rule: ForwardRule | undefined;
  /** What the number is called from then on; undefined: as it is. */
  readonly label?: string | undefined;
  /** Kept with it; where the key is taken nothing is changed. */
  readonly once?: RememberedAnswer | undefined;
};

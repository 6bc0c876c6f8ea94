/** A text to a caller whom nobody answered: who may get one, what it is, and what the storage keeps of it. */
import { describePhone } from '#core/phone-description.ts';
import { isCostly, isFictionNumber, type PhoneNumber } from '#core/phone-number.ts';
import type { CallerIdentity } from '../calls/caller-identity.ts';

export type NewTextBack = {
  /** That of its call. */
  readonly id: number;
  readonly accountId: number;
  /** The one that was called. */
  readonly number: PhoneNumber;
  readonly caller: PhoneNumber;
  readonly atMs: number;
  readonly text: string;
  /** A simulated phone called: its text stays here. */
  readonly isSimulated: boolean;
};

export type TextBack = NewTextBack & {
  readonly state: 'owed' | 'sent' | 'refused';
  /** Why it was refused; empty where it was not. */
  readonly why: string;
  /** Null: it was not sent. */
  readonly messageId: number | null;
};

export type TextBackFate =
  | { readonly state: 'sent'; readonly messageId: number }
  | { readonly state: 'refused'; readonly why: string };

/**
 * Whom a text can reach: a mobile that has shown itself. Where the plan does not tell mobiles from landlines,
 * as in North America, nobody is texted. The simulated phones have numbers of fiction, which are of no kind.
 */
export function textableCaller(call: {
  readonly caller: CallerIdentity;
  readonly isSimulated: boolean;
}): PhoneNumber | undefined {
  const { number, isPrivate } = call.caller;
  if (isPrivate || !/^[1-9]\d{7,14}$/.test(number)) return undefined;
  const described = describePhone(`+${number}`, '');
  if (described === undefined || isCostly(described.phone)) return undefined;
  const { type, phone } = described;
  return type === 'mobile' || (call.isSimulated && isFictionNumber(phone)) ? phone : undefined;
}

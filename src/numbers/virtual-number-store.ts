/** What virtual numbers ask of the storage. Each call that changes one is one commit, with its audit row. */

import type { Account } from '#accounts/account.ts';
import type { Author } from '#core/author.ts';
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { ForwardOptions, ForwardRule, KeptRule } from '#numbers/forwarding/forward-rule.ts';
import type { RuleChange } from './forwarding/forward-rule.ts';
import type { VirtualNumber } from './virtual-number.ts';

export type Rental = {
  readonly number: VirtualNumber;
  readonly accountId: number;
  readonly label: string;
  readonly atMs: number;
  /** Null where it costs nothing; else the end of the first month, which is paid with it. */
  readonly paidUntilMs: number | null;
  /** Kept with it; where the key is taken nothing is rented. */
  readonly once?: RememberedAnswer | undefined;
};

export type RentResult = 'rented' | 'number is taken' | 'credit is not enough';

export type RentDue = {
  readonly number: VirtualNumber;
  readonly accountId: number;
  readonly price: Millionths;
  /** The month that is paid begins and ends here. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly atMs: number;
};

export type GivingBack = {
  readonly numberId: number;
  readonly accountId: number;
  /** Nobody rents it before. */
  readonly freeAfterMs: number;
};

/** What an administrator says of a number; what is left out stays. */
export type Terms = {
  readonly canForward?: boolean | undefined;
  readonly monthlyPrice?: Millionths | undefined;
  readonly minutePrice?: Millionths | undefined;
};

/** Who pays for a call. The state is its parent's where that is not active. */
export type CallPayer = Pick<Account, 'id' | 'state' | 'homeCountry'>;

/** A number with what becomes of its calls. */
export type CalledNumber = {
  readonly number: VirtualNumber;
  /** Undefined: nobody's. */
  readonly account: CallPayer | undefined;
  readonly rule: ForwardRule | undefined;
  /** The rule leads to another number of ours. */
  readonly leadsOn: boolean;
  /** Undefined: the usual ones. */
  readonly options: ForwardOptions | undefined;
};

/** Of long numbers alone: short ones are not rented. */
export interface VirtualNumberStore {
  findVirtualNumber(phone: PhoneNumber): Promise<VirtualNumber | undefined>;
  /** What a call to it needs to know, read at once. */
  findCalled(phone: PhoneNumber): Promise<CalledNumber | undefined>;
  /** Of an account, or free ones whose digits begin so; by digits, after some. */
  listVirtualNumbers(wanted: NumberQuery): Promise<readonly VirtualNumber[]>;
  rent(rental: Rental, author: Author): Promise<RentResult>;
  /** Rule, options and label go with it: who rents it next inherits nothing. */
  giveBack(giving: GivingBack, author: Author): Promise<boolean>;
  setLabel(numberId: number, accountId: number, label: string): Promise<boolean>;
  setTerms(numberId: number, terms: Terms, author: Author): Promise<boolean>;
  /** Whose rent is over by then, by id. */
  listUnpaid(nowMs: number, afterId: number, limit: number): Promise<readonly VirtualNumber[]>;
  /** Takes a month's rent, and lets a number that waited for it work again; false where the balance is too low, or another process took it. */
  payRent(due: RentDue): Promise<boolean>;
  deactivate(numberId: number, why: string, author: Author): Promise<boolean>;

  findRule(numberId: number): Promise<KeptRule | undefined>;
  /** The rule of one of our numbers, by its digits: where a call forwarded to it goes next. */
  findRuleOf(phone: PhoneNumber): Promise<ForwardRule | undefined>;
  /** False where number or rule is no longer what was seen, or the key is taken: then nothing has changed. */
  changeRule(change: RuleChange, author: Author): Promise<boolean>;
  /** Undefined: the usual ones. */
  findOptions(numberId: number): Promise<ForwardOptions | undefined>;
  saveOptions(numberId: number, options: ForwardOptions, author: Author): Promise<void>;
}

export type NumberQuery = {
  readonly of: { readonly accountId: number } | { readonly freeFrom: string };
  readonly afterPhone: string;
  readonly limit: number;
  readonly nowMs: number;
};

/** What forwarding asks of the storage. */
import type { Author } from '#core/author.ts';
import type { IdempotentReply } from '#core/idempotency.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { ForwardOptions, ForwardRule, KeptRule } from './forward-rule.ts';

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
  readonly once?: IdempotentReply | undefined;
};

export interface ForwardStore {
  findRule(numberId: number): Promise<KeptRule | undefined>;
  /** The rule of one of our numbers, by its digits: where a call forwarded to it goes next. */
  findRuleOf(phone: PhoneNumber): Promise<ForwardRule | undefined>;
  /** False where number or rule is no longer what was seen, or the key is taken: then nothing has changed. */
  changeRule(change: RuleChange, author: Author): Promise<boolean>;
  /** Undefined: the usual ones. */
  findOptions(numberId: number): Promise<ForwardOptions | undefined>;
  saveOptions(numberId: number, options: ForwardOptions, author: Author): Promise<void>;
}

/** What forwarding asks of the storage. */
import type { Author } from '#core/author.ts';
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
};

export interface ForwardStore {
  findRule(numberId: number): Promise<KeptRule | undefined>;
  /** The rule of one of our numbers, by its digits: where a call forwarded to it goes next. */
  findRuleOf(phone: PhoneNumber): Promise<ForwardRule | undefined>;
  /** False where number or rule is no longer what was seen: then nothing has changed. */
  changeRule(change: RuleChange, author: Author): Promise<boolean>;
  /** Undefined: the usual ones. */
  findOptions(numberId: number): Promise<ForwardOptions | undefined>;
  saveOptions(numberId: number, options: ForwardOptions, author: Author): Promise<void>;
}

/** What forwarding asks of the storage. */
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { ForwardRule } from './forward-rule.ts';

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

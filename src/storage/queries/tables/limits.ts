/** The tables of what accounts may send, and have sent. */
import type { CountedBy } from '#accounts/limits/counters.ts';
import type { QuietHours } from '#accounts/limits/policy.ts';
import type { LimitAction, RuleName, Trust } from '#accounts/limits/rules.ts';

export interface LimitTables {
  readonly account_policy: {
    readonly account_id: number;
    trust: Trust;
    /** `home`, `all`, or country codes with a space between. */
    countries: string;
    costly_numbers: number;
    quiet: QuietHours;
    marketing: number;
    refund_undelivered: number;
  };
  readonly limit_exception: {
    readonly account_id: number;
    /** 0: of the whole account. */
    readonly key_id: number;
    readonly rule: RuleName;
    max: number;
    action: LimitAction;
  };
  readonly limit_window: {
    readonly rule: CountedBy;
    readonly subject: string;
    readonly starts_at: number;
    readonly ends_at: number;
    amount: number;
  };
}

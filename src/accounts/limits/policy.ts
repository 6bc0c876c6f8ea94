/** What an account may do: where it may send, how much, and when its marketing waits. */
import { type Limit, type RuleName, ruleNames, rules, type Trust } from './rules.ts';

/** `home`: the account's own country alone. */
export type OpenCountries = 'home' | 'all' | ReadonlySet<string>;

export const quietHoursWords = ['on', 'off', 'country'] as const;
export type QuietHours = (typeof quietHoursWords)[number];

export type AccountPolicy = {
  readonly accountId: number;
  readonly trust: Trust;
  readonly countries: OpenCountries;
  /** Premium, shared-cost and satellite numbers. */
  readonly costlyNumbers: boolean;
  /** Whether marketing waits while the recipient's country rests: chosen, `country` where the account's own has such a rule. */
  readonly quietHours: QuietHours;
  /** All that it sends is marketing, not only what carries a STOP mention. */
  readonly marketing: boolean;
  /** An account that is told of a message that was not delivered gets back what it has cost. */
  readonly refundUndelivered: boolean;
};

/** An exception that somebody has made. `keyId` 0: for all of the account. */
export type LimitException = {
  readonly accountId: number;
  readonly keyId: number;
  readonly rule: RuleName;
  readonly limit: Limit;
};

export type Limits = Readonly<Record<RuleName, Limit>>;

/** A policy with all of its limits, ready for the hot path. */
export type Policy = AccountPolicy & {
  readonly limits: Limits;
  /** Of keys that have limits of their own, those alone. */
  readonly keyLimits: ReadonlyMap<number, Partial<Limits>>;
};

export function defaultPolicy(accountId: number): AccountPolicy {
  return {
    accountId,
    trust: 'trusted',
    countries: 'home',
    costlyNumbers: false,
    quietHours: 'off',
    marketing: false,
    refundUndelivered: false,
  };
}

/** That of an account of which nobody has said anything is the default. */
export async function findPolicy(
  accountId: number,
  limits: { listPolicies(): Promise<readonly AccountPolicy[]> },
): Promise<AccountPolicy> {
  const policies = await limits.listPolicies();
  return policies.find((policy) => policy.accountId === accountId) ?? defaultPolicy(accountId);
}

export class PolicyCache {
  readonly #policies: ReadonlyMap<number, Policy>;
  readonly #usual: Policy;

  constructor(policies: readonly AccountPolicy[], exceptions: readonly LimitException[]) {
    const told = new Map(policies.map((policy) => [policy.accountId, policy]));
    const ofAccount = Map.groupBy(exceptions, ({ accountId }) => accountId);
    const accounts = new Set([...told.keys(), ...ofAccount.keys()]);
    this.#policies = new Map(
      [...accounts].map((id) => [
        id,
        this.#policy(told.get(id) ?? defaultPolicy(id), ofAccount.get(id) ?? []),
      ]),
    );
    this.#usual = this.#policy(defaultPolicy(0), []);
  }

  /** Accounts that nobody has said anything of share one. */
  of(accountId: number): Policy {
    return this.#policies.get(accountId) ?? this.#usual;
  }

  #policy(policy: AccountPolicy, exceptions: readonly LimitException[]): Policy {
    const own = exceptions.filter(({ keyId }) => keyId === 0);
    const limits = { ...defaultLimits(policy.trust), ...byRule(own) };
    const ofKeys = Map.groupBy(
      exceptions.filter(({ keyId }) => keyId !== 0),
      ({ keyId }) => keyId,
    );
    const keyLimits = new Map([...ofKeys].map(([keyId, each]) => [keyId, byRule(each)]));
    return { ...policy, limits, keyLimits };
  }
}

function defaultLimits(trust: Trust): Limits {
  return Object.fromEntries(ruleNames.map((name) => [name, rules[name].defaults[trust]])) as Record<
    RuleName,
    Limit
  >;
}

function byRule(exceptions: readonly LimitException[]): Partial<Limits> {
  return Object.fromEntries(exceptions.map(({ rule, limit }) => [rule, limit]));
}

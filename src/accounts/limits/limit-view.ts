/** The limits of an account, its keys and its SMPP users, as people see them. */
import { z } from 'zod';
import { formatExact, type Millionths } from '#core/money.ts';
import type { LimitStore } from './limit-store.ts';
import { findPolicy, type LimitException, PolicyCache } from './policy.ts';
import { type Limit, limitActions, limitUnits, type RuleName, ruleNames, rules } from './rules.ts';

export const limitView = z.object({
  rule: z.enum(ruleNames),
  /** Null: of the whole account, or of an SMPP user. */
  key: z.int().nullable(),
  smppUser: z.string().nullable(),
  /** A count, or an exact amount where the rule is about money. */
  max: z.string(),
  unit: z.enum(limitUnits),
  action: z.enum(limitActions),
  /** What this rule can do. */
  actions: z.array(z.enum(limitActions)),
  /** Whether a key can have one of its own. */
  isOfKeys: z.boolean(),
  exceptional: z.boolean(),
});

export type LimitView = z.output<typeof limitView>;

/** Keys have positive ids, SMPP users the negative ones of theirs; 0 is the whole account. */
export type LimitedUser = {
  readonly id: number;
  readonly accountId: number;
  readonly systemId: string;
};

type Row = Pick<LimitException, 'keyId' | 'rule' | 'limit'> & { readonly exceptional: boolean };

/** Those of the account in the order of the rules, then those of single keys. */
export async function viewLimits(
  accountId: number,
  limits: Pick<LimitStore, 'listExceptions' | 'listPolicies'>,
  users: readonly LimitedUser[],
): Promise<LimitView[]> {
  const all = await limits.listExceptions();
  const exceptions = all.filter((one) => one.accountId === accountId);
  const policy = await findPolicy(accountId, limits);
  const standing = new PolicyCache([policy], exceptions).of(accountId).limits;
  const own = new Set(exceptions.filter(({ keyId }) => keyId === 0).map(({ rule }) => rule));
  const ofAccount = ruleNames.map(
    (rule): Row => ({ rule, keyId: 0, limit: standing[rule], exceptional: own.has(rule) }),
  );
  const ofKeys = exceptions.filter(({ keyId }) => keyId !== 0);
  return [...ofAccount, ...ofKeys.map((one): Row => ({ ...one, exceptional: true }))].map((row) =>
    viewLimit(row, users),
  );
}

function viewLimit({ rule, keyId, limit, exceptional }: Row, users: readonly LimitedUser[]) {
  const { unit, actions, ofKeys: isOfKeys } = rules[rule];
  return {
    rule,
    key: keyId > 0 ? keyId : null,
    smppUser: users.find(({ id }) => id === -keyId)?.systemId ?? null,
    max: maxText(rule, limit),
    unit,
    action: limit.action,
    actions: [...actions],
    isOfKeys,
    exceptional,
  };
}

export function maxText(rule: RuleName, { max }: Limit): string {
  return rules[rule].unit === 'money' ? formatExact(max as Millionths) : String(max);
}

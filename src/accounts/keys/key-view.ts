/** An API key as people see it: by how it begins, never in clear. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { type ApiKey, apiBases, type ListedKey } from '#accounts/api-key.ts';
import type { LimitStore } from '#accounts/limits/limit-store.ts';
import { instantText } from '#core/instant-text.ts';
import { formatExact, type Millionths } from '#core/money.ts';
import { keyModes } from '#model/key-mode.ts';
import { keyScopes } from '#model/key-scope.ts';

const instant = z.iso.datetime();

export const keyView = z.object({
  id: z.int(),
  accountId: z.int(),
  mode: z.enum(keyModes),
  /** A key that is made for one of them is a wrong key for the other. */
  bases: z.array(z.enum(apiBases)),
  label: z.string(),
  /** How it begins. */
  prefix: z.string(),
  /** Where from it is taken; none: from anywhere. */
  addresses: z.array(z.string()),
  scopes: z.array(z.enum(keyScopes)),
  expiresAt: instant.nullable(),
  createdAt: instant,
  revokedAt: instant.nullable(),
  /** To the minute; null: never. */
  usedAt: instant.nullable(),
  /** What it may spend from midnight to midnight UTC, in the account's currency; null: as much as the account. */
  dailyBudget: z.string().nullable(),
});

export type KeyView = z.output<typeof keyView>;

export type KeyReadPorts = {
  readonly accounts: Pick<AccountStore, 'listKeys'> & Pick<LimitStore, 'listExceptions'>;
};

/** The newest first. */
export async function viewKeys(accountId: number, ports: KeyReadPorts): Promise<KeyView[]> {
  const keys = await ports.accounts.listKeys(accountId);
  const budgets = await budgetsOf(accountId, ports);
  return keys.map((key) => viewKey(key, budgets.get(key.id))).toReversed();
}

export function viewKey(key: ApiKey | ListedKey, dailyBudget?: number | null): KeyView {
  const { id, accountId, mode, bases, label, prefix, addresses, scopes } = key;
  const usedAtMs = 'usedAtMs' in key ? key.usedAtMs : null;
  return {
    id,
    accountId,
    mode,
    bases: [...bases],
    label,
    prefix,
    addresses: [...addresses],
    scopes: [...scopes],
    expiresAt: maybeInstant(key.expiresAtMs),
    createdAt: instantText(key.createdAtMs),
    revokedAt: maybeInstant(key.revokedAtMs),
    usedAt: maybeInstant(usedAtMs),
    dailyBudget: typeof dailyBudget === 'number' ? formatExact(dailyBudget as Millionths) : null,
  };
}

function maybeInstant(atMs: number | null): string | null {
  return atMs === null ? null : instantText(atMs);
}

/** The limit of a single key that people know as its budget; `parley limit` sets the same. */
export const budgetRule = 'spend-day';

/** In millionths, by the ids of keys. */
async function budgetsOf(accountId: number, { accounts }: KeyReadPorts) {
  const own = (await accounts.listExceptions()).filter(
    ({ accountId: whose, keyId, rule, limit }) =>
      whose === accountId && keyId !== 0 && rule === budgetRule && limit.action === 'block',
  );
  return new Map(own.map(({ keyId, limit }) => [keyId, limit.max]));
}

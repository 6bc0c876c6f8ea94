/** `key list`, `create`, `import`, `set`, `revoke`: the API keys of an account. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import { apiBases, hashApiKey, importedPrefixOf, refuseImportedKey } from '#accounts/api-key.ts';
import type { LimitStore } from '#accounts/limits/limit-store.ts';
import { must } from '#core/assert.ts';
import { textOf } from '#core/input-form.ts';
import type { Millionths } from '#core/money.ts';
import { type InAccount, operation, type Refusal, refuse } from '#core/operation.ts';
import { boundsGiven, changeShape, keyId, newKeyShape } from './key-input.ts';
import { budgetRule, type KeyReadPorts, keyView, viewKey, viewKeys } from './key-view.ts';
import { createKey } from './new-key.ts';
import { importedKeyReasons, keyForms } from './words.ts';

/** Revoked ones count, since they stay in the list. */
const keysMax = 1_000;

const changes = ['key list'];

type KeyPorts = KeyReadPorts & {
  readonly accounts: Pick<AccountStore, 'createKey' | 'importKey' | 'changeKey' | 'revokeKey'> &
    Pick<LimitStore, 'setException' | 'removeException'>;
};

export const listKeys = operation({
  name: 'key list',
  does: 'reads',
  needs: 'manage keys',
  input: z.strictObject({ base: z.enum(apiBases).optional() }),
  output: z.object({ keys: z.array(keyView) }),
  async run(ports: KeyReadPorts, { base }, { accountId }) {
    const keys = await viewKeys(accountId, ports);
    return { keys: keys.filter(({ bases }) => base === undefined || bases.includes(base)) };
  },
});

export const createApiKey = operation({
  name: 'key create',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes,
  input: z.strictObject(newKeyShape),
  output: z.object({ key: keyView.extend({ key: z.string() }) }),
  refusals: ['too many keys'],
  async run(ports: KeyPorts, { dailyBudget, ...wish }, caller) {
    const { accountId } = caller;
    const full = await refuseMore(accountId, ports);
    if (full !== undefined) return full;
    const { key, clear } = await createKey(
      { ...wish, ...boundsGiven(wish), accountId },
      ports,
      caller,
    );
    await setBudget(key.id, dailyBudget, { ports, caller });
    return { key: { ...viewKey(key, dailyBudget), key: clear } };
  },
});

export const importKey = operation({
  name: 'key import',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes,
  input: z.strictObject({
    clear: textOf({ read: (text) => text.trim() || undefined }, keyForms.clear, {
      isSecret: true,
      isNeverTyped: true,
    }),
    ...newKeyShape,
  }),
  output: z.object({ key: keyView }),
  refusals: ['too many keys', 'key cannot be taken', 'key is here already'],
  async run(ports: KeyPorts, { clear, dailyBudget, ...wish }, caller) {
    const { accountId, actor, atMs: createdAtMs } = caller;
    const why = refuseImportedKey(clear, wish.mode);
    if (why !== undefined) {
      const params = { reason: importedKeyReasons[why] };
      return refuse('key cannot be taken', { field: 'clear', params });
    }
    const full = await refuseMore(accountId, ports);
    if (full !== undefined) return full;
    const hash = must(hashApiKey(clear), 'hash of a key that is taken');
    const shown = { prefix: importedPrefixOf(clear), hash, accountId, createdAtMs };
    const { mode, bases, label } = wish;
    const taken = { mode, bases, label, ...boundsGiven(wish), ...shown };
    const key = await ports.accounts.importKey(taken, actor);
    // Also where it was revoked: what somebody has ended does not come back unseen.
    if (key === undefined) return refuse('key is here already', { field: 'clear' });
    await setBudget(key.id, dailyBudget, { ports, caller });
    return { key: viewKey(key, dailyBudget) };
  },
});

export const setKey = operation({
  name: 'key set',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  changes,
  input: z.strictObject({ key: keyId, ...changeShape }),
  output: z.object({ key: keyView }),
  refusals: ['key would not change', 'key is not in force'],
  async run(ports: KeyPorts, { key: id, ...given }, caller) {
    if (Object.keys(given).length === 0) return refuse('key would not change');
    const { accountId } = caller;
    const keys = await ports.accounts.listKeys(accountId);
    if (!keys.some((key) => key.id === id && key.revokedAtMs === null)) {
      return notInForce(id, caller);
    }
    const { dailyBudget, label } = given;
    const change = { label, ...boundsGiven(given) };
    if (Object.values(change).some((value) => value !== undefined)) {
      const isChanged = await ports.accounts.changeKey(accountId, id, change, caller);
      if (!isChanged) return notInForce(id, caller);
    }
    await setBudget(id, dailyBudget, { ports, caller });
    const changed = (await viewKeys(accountId, ports)).find((key) => key.id === id);
    return { key: must(changed, 'key just changed') };
  },
});

export const revokeKey = operation({
  name: 'key revoke',
  does: 'writes',
  needs: 'manage keys',
  fresh: true,
  whileClosed: true,
  changes,
  input: z.strictObject({ key: keyId }),
  output: z.object({ revoked: z.int() }),
  refusals: ['key is not in force'],
  async run({ accounts }: KeyPorts, { key }, caller) {
    const isRevoked = await accounts.revokeKey(caller.accountId, key, caller);
    return isRevoked ? { revoked: key } : notInForce(key, caller);
  },
});

async function refuseMore(accountId: number, { accounts }: KeyReadPorts) {
  const { length } = await accounts.listKeys(accountId);
  return length < keysMax ? undefined : refuse('too many keys', { params: { max: keysMax } });
}

function notInForce(key: number, { accountId }: InAccount): Refusal<'key is not in force'> {
  return refuse('key is not in force', { field: 'key', params: { key, account: accountId } });
}

/** Undefined leaves it as it is; null takes it away. */
async function setBudget(
  id: number,
  budget: Millionths | null | undefined,
  { ports, caller }: { readonly ports: KeyPorts; readonly caller: InAccount },
): Promise<void> {
  if (budget === undefined) return;
  const place = { accountId: caller.accountId, keyId: id, rule: budgetRule } as const;
  if (budget === null) await ports.accounts.removeException(place, caller);
  else
    await ports.accounts.setException(
      { ...place, limit: { max: budget, action: 'block' } },
      caller,
    );
}

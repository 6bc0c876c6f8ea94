/** A key made and stored: in clear it is in what this answers, and nowhere else. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { ApiKey, KeyBounds, NewApiKey } from '#accounts/api-key.ts';
import { boundsOf, mintKey } from '#accounts/key-minting.ts';
import type { Author } from '#core/author.ts';

export type KeyWish = Pick<ApiKey, 'accountId' | 'mode' | 'bases' | 'label'> &
  Pick<NewApiKey, keyof KeyBounds>;

export type ShownKey = { readonly key: ApiKey; readonly clear: string };

export async function createKey(
  { accountId, mode, bases, label, ...given }: KeyWish,
  { accounts }: { readonly accounts: Pick<AccountStore, 'createKey'> },
  { actor, atMs: createdAtMs }: Author,
): Promise<ShownKey> {
  const { clear, key: made } = mintKey({ bases, mode, label, ...boundsOf(given) });
  const key = await accounts.createKey({ ...made, accountId, createdAtMs }, actor);
  return { key, clear };
}

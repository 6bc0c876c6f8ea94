/** Making an API key: this is the only moment at which anybody sees it whole. */

import type { ApiBase, ApiKey, KeyBounds, NewApiKey } from '#accounts/api-key.ts';
import { boundsOf, mintKey } from '#accounts/key-minting.ts';
import type { KeyMode } from '#model/key-mode.ts';
import { keyJson } from './account-view.ts';
import { actor } from './author.ts';
import type { Installation } from './installation.ts';

export type KeyWish = Pick<NewApiKey, keyof KeyBounds> & {
  readonly accountId: number;
  readonly mode: KeyMode;
  readonly bases: readonly ApiBase[];
  readonly label: string;
};

export type ShownKey = { readonly key: ApiKey; readonly clear: string };

export async function createKey(
  wish: KeyWish,
  { accounts }: Installation['storage'],
  createdAtMs: number,
): Promise<ShownKey> {
  const { accountId, bases, mode, label, ...given } = wish;
  const { clear, key: made } = mintKey({ bases, mode, label, ...boundsOf(given) });
  const key = await accounts.createKey({ ...made, accountId, createdAtMs }, actor);
  return { key, clear };
}

export function shownKeyJson({ key, clear }: ShownKey): object {
  return { ...keyJson(key), key: clear };
}

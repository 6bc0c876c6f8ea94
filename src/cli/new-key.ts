/** Making an API key: this is the only moment at which anybody sees it whole. */
import {
  type ApiBase,
  type ApiKey,
  hashApiKey,
  type KeyBounds,
  type KeyMode,
  makeApiKey,
  type NewApiKey,
  prefixOf,
} from '#accounts/api-key.ts';
import { must } from '#core/assert.ts';
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
  const clear = makeApiKey(wish.mode);
  const hash = must(hashApiKey(clear), 'hash of a key just made');
  const key = await accounts.createKey(
    { ...wish, prefix: prefixOf(clear), hash, createdAtMs },
    actor,
  );
  return { key, clear };
}

export function shownKeyJson({ key, clear }: ShownKey): object {
  return { ...keyJson(key), key: clear };
}

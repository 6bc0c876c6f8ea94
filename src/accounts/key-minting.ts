/**
 * Making API keys, the one place that does: in clear for the person who asked, which is the only moment at which anybody sees a
 * key whole, and as it is stored. What bounds a key is said each time, so that no key is made with all scopes by omission.
 */
import { must } from '#core/assert.ts';
import {
  type ApiKey,
  hashApiKey,
  type KeyBounds,
  makeApiKey,
  type NewApiKey,
  prefixOf,
  unbounded,
} from './api-key.ts';

export type KeyWish = Pick<ApiKey, 'bases' | 'mode' | 'label'> & KeyBounds;

export type MintedKey = {
  readonly clear: string;
  readonly key: Omit<NewApiKey, 'accountId' | 'createdAtMs'>;
};

/** As people give them: what is left out bounds nothing. */
export function boundsOf({
  addresses = unbounded.addresses,
  scopes = unbounded.scopes,
  expiresAtMs = unbounded.expiresAtMs,
}: Pick<NewApiKey, keyof KeyBounds>): KeyBounds {
  return { addresses, scopes, expiresAtMs };
}

/** For a person, or for the machine's own administrator: as they wish. */
export function mintKey(wish: KeyWish, clear: string = makeApiKey(wish.mode)): MintedKey {
  const hash = must(hashApiKey(clear), 'hash of a key just made');
  return { clear, key: { ...wish, prefix: prefixOf(clear), hash } };
}

/**
 * For the holder of another key: mode, scopes, networks and end are those of that key, else a stolen one makes
 * itself a better one. Its own limits go along where the key is stored (`NewSubAccount.underKeyId`).
 */
export function mintKeyUnder(maker: ApiKey, label: string, clear?: string): MintedKey {
  const { bases, mode, addresses, scopes, expiresAtMs } = maker;
  return mintKey({ bases, mode, label, addresses, scopes, expiresAtMs }, clear);
}

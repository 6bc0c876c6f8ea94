/**
 * API keys: `live_` or `test_`, 43 random letters and digits, 6 of checksum. Only the SHA-256 of a
 * key is kept: 256 random bits need no slow hash. A mistyped key is refused without a read.
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '#model/key-mode.ts';
import { type KeyScope, keyScopes } from '#model/key-scope.ts';

/** Which base addresses a key opens. */
export const apiBases = ['sms', 'email'] as const;

export type ApiBase = (typeof apiBases)[number];

/** How much harm a stolen key can do. */
export type KeyBounds = {
  /** Ranges of addresses that it may come from; none: any. */
  readonly addresses: readonly string[];
  readonly scopes: readonly KeyScope[];
  /** From then on it opens nothing; null: it has no end. */
  readonly expiresAtMs: number | null;
};

export const unbounded: KeyBounds = { addresses: [], scopes: keyScopes, expiresAtMs: null };

export type ApiKey = KeyBounds & {
  readonly id: number;
  readonly accountId: number;
  readonly bases: readonly ApiBase[];
  readonly mode: KeyMode;
  /** The first characters, to tell keys apart in a list. */
  readonly prefix: string;
  readonly label: string;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
};

/** As a list of keys shows it: with when it was last used, to the minute; null: never. */
export type ListedKey = ApiKey & { readonly usedAtMs: number | null };

/** It opens something: it is neither revoked nor over. */
export function isInForce(
  { revokedAtMs, expiresAtMs }: Pick<ApiKey, 'revokedAtMs' | 'expiresAtMs'>,
  nowMs: number,
): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}

/** What is not said of it bounds nothing. */
export type NewApiKey = Omit<ApiKey, 'id' | 'revokedAtMs' | keyof KeyBounds> &
  Given<KeyBounds> & { readonly hash: string };

/** What is left out stays. */
export type KeyChange = Given<KeyBounds & Pick<ApiKey, 'label'>>;

type Given<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 62^43 is a little more than 2^256. */
const randomLength = 43;
const checksumLength = 6;
const prefixLength = 11;

/** A new key in clear: shown once, then only its hash remains. */
export function makeApiKey(mode: KeyMode): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]);
  const body = `${mode}_${random.join('')}`;
  return `${body}${checksum(body)}`;
}

/** The key that follows from 32 octets that nobody can guess, the same whenever it is asked for. */
export function apiKeyOf(mode: KeyMode, octets: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(octets).toString('hex')}`);
  const count = BigInt(letters.length);
  let text = '';
  for (let at = 0; at < randomLength; at += 1) {
    text += letters.charAt(Number(rest % count));
    rest /= count;
  }
  const body = `${mode}_${text}`;
  return `${body}${checksum(body)}`;
}

/** No key is longer, no matter who made it. */
const keyCharactersMax = 256;

/** The hash to look a key up by; `undefined` if it cannot be a key at all. */
export function hashApiKey(key: string): string | undefined {
  return mayBeKey(key) ? hash('sha256', key, 'hex') : undefined;
}

/**
 * The same hash as 32 one-byte characters, for maps in memory: half the size of its digits. `undefined` for what is
 * longer than any key; a key that is known needs no look at its checksum, which takes as long as the hash.
 */
export function digestApiKey(key: string): string | undefined {
  return isKeyLong(key) ? hash('sha256', key, 'latin1') : undefined;
}

/** False for what cannot be a key at all. */
export function mayBeKey(key: string): boolean {
  return isKeyLong(key) && (!/^(?:live|test)_/.test(key) || hasItsChecksum(key));
}

function isKeyLong({ length }: string): boolean {
  return length > 0 && length <= keyCharactersMax;
}

export function prefixOf(key: string): string {
  return key.slice(0, prefixLength);
}

/** Why a key that was made elsewhere is not taken. */
export type ImportedKeyRefusal =
  | 'not visible characters'
  | 'too few hexadecimal digits'
  | 'too few mixed characters'
  | 'made by Parley for another mode'
  | 'mistyped key of Parley';

/** 112 random bits, if they are random: below, a fast hash is not enough (ASVS 6.5.2). */
const importedHexMin = 28;
const importedMixedMin = 22;
/** A word over and over is long as well. */
const differentHexMin = 8;
const differentMixedMin = 10;

/** Whether a key of another system is as hard to guess as it must be; undefined: it is. */
export function refuseImportedKey(key: string, mode: KeyMode): ImportedKeyRefusal | undefined {
  if (key.length > keyCharactersMax || !/^[\x21-\x7e]+$/.test(key)) {
    return 'not visible characters';
  }
  if (/^(?:live|test)_/.test(key)) {
    if (!hasItsChecksum(key)) return 'mistyped key of Parley';
    return key.startsWith(mode) ? undefined : 'made by Parley for another mode';
  }
  const different = new Set(key).size;
  // Digits alone are neither: JSON reads them as a number, and loses some.
  if (/^(?=.*[a-f])[0-9a-f]+$/i.test(key)) {
    const isEnough = key.length >= importedHexMin && different >= differentHexMin;
    return isEnough ? undefined : 'too few hexadecimal digits';
  }
  const isMixed = /\d/.test(key) && /[a-z]/i.test(key) && different >= differentMixedMin;
  return key.length >= importedMixedMin && isMixed ? undefined : 'too few mixed characters';
}

/** Less of it than of ours: an imported key has no more characters than it needs. */
export function importedPrefixOf(key: string): string {
  return `${key.slice(0, 4)}…`;
}

function hasItsChecksum(key: string): boolean {
  if (key.length !== 'live_'.length + randomLength + checksumLength) return false;
  const body = key.slice(0, -checksumLength);
  return key.slice(-checksumLength) === checksum(body);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let at = 0; at < checksumLength; at += 1) {
    text += letters.charAt(rest % letters.length);
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

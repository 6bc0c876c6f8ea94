/** Codes for who has lost their second factor: ten of 120 bits, each good once, kept as hashes. */

import { createHash, randomBytes } from 'node:crypto';
import { writeBase32 } from '#core/base32.ts';
import type { PeopleStore } from './people-store.ts';

const count = 10;
const codeBytes = 15;
const characters = 24;

/** For who adds a factor: none where some that were kept before are left. */
export async function codesForNewFactor(
  userId: number,
  factors: Pick<PeopleStore, 'countRecoveryCodes'>,
): Promise<readonly string[]> {
  return (await factors.countRecoveryCodes(userId)) > 0 ? [] : makeRecoveryCodes();
}

/** To be shown once, in groups of six. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () =>
    writeBase32(randomBytes(codeBytes)).replace(/.{6}(?=.)/g, '$&-'),
  );
}

/** Undefined for what cannot be one. People leave dashes out, or put spaces. */
export function hashRecoveryCode(code: string): string | undefined {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  if (plain.length !== characters || !/^[a-z2-7]+$/.test(plain)) return undefined;
  return createHash('sha256').update(plain).digest('hex');
}

export function hashesOf(codes: readonly string[]): readonly string[] {
  return codes.flatMap((code) => hashRecoveryCode(code) ?? []);
}

/** What commands of keys share. */
import type { ApiBase } from '#accounts/api-key.ts';
import type { ValueKind } from '#core/value-kind.ts';

/** Revoked ones count, since they stay in the list. */
export const keysMax = 1_000;

export const knownBases: readonly ApiBase[] = ['sms', 'email'];

export const keyBases: ValueKind<readonly ApiBase[]> = {
  form: 'sms, email, or both with a comma between them',
  read(text) {
    const words = text.split(',').map((word) => word.trim());
    const read = knownBases.filter((base) => words.includes(base));
    return read.length === words.length ? read : undefined;
  },
};

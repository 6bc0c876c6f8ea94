/** The bounds of API keys as options, and as commands show them. */
import type { ApiKey, KeyBounds } from '#accounts/api-key.ts';
import { addressRanges } from '#core/address-list.ts';
import { orNone, type ValueKind } from '#core/value-kind.ts';
import { type KeyScope, keyScopes } from '#model/key-scope.ts';
import { maybe, type Values } from './option.ts';
import { formatTime } from './text-table.ts';
import { day } from './written-values.ts';

const scopes: ValueKind<readonly KeyScope[]> = {
  form: `${keyScopes.join(', ')}, several with commas between, or all`,
  read(text) {
    if (text === 'all') return keyScopes;
    const written = text.split(',').map((word) => word.trim());
    const read = keyScopes.filter((scope) => written.includes(scope));
    return read.length === written.length ? read : undefined;
  },
};

const minuteForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/;

const instant: ValueKind<number> = {
  form: 'a day such as 2030-12-31, which is its first instant in UTC, or 2030-12-31T17:30Z',
  read(text) {
    const atMs = minuteForm.test(text) ? Date.parse(text) : day.read(text);
    return atMs === undefined || Number.isNaN(atMs) ? undefined : atMs;
  },
};

export const keyBoundOptions = {
  addresses: maybe(addressRanges, 'RANGES', 'Where from it is taken. Default: any.'),
  scopes: maybe(scopes, 'SCOPES', `What it may do: ${keyScopes.join(', ')}. Default: all.`),
  expires: maybe(orNone(instant), 'WHEN', 'From when on it is refused. Default: none.'),
};

export function givenBounds(given: Values<typeof keyBoundOptions>) {
  const { addresses, scopes: may, expires } = given;
  return { addresses, scopes: may, expiresAtMs: expires };
}

export function boundsJson({ addresses, scopes: may, expiresAtMs }: KeyBounds): object {
  const expiresAt = expiresAtMs === null ? null : formatTime(expiresAtMs);
  return { addresses: [...addresses], scopes: [...may], expiresAt };
}

/** As a row of a table has it. */
export function boundCells({ addresses, scopes: may, expiresAtMs }: ApiKey): string[] {
  return [
    addresses.length === 0 ? 'any' : addresses.join(','),
    may.length === keyScopes.length ? 'all' : may.join(','),
    expiresAtMs === null ? 'never' : formatTime(expiresAtMs),
  ];
}

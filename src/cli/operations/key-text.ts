/** API keys as commands show them to people. In clear only where one is made. */
import type { KeyView } from '#accounts/keys/key-view.ts';
import { columns, fields } from '#cli/text-table.ts';
import { keyScopes } from '#model/key-scope.ts';
import type { Texts } from './shown-value.ts';

export const keyTexts = {
  'key list': ({ keys }) => keysText(keys),
  'key create': ({ key: { id, key, bases } }) =>
    `${fields([
      ['key', key],
      ['id', id],
      ['opens', bases.join(', ')],
    ])}Keep it now: it is shown this once.\n`,
  'key import': ({ key: { id, prefix, bases } }) =>
    fields([
      ['id', id],
      ['begins with', prefix],
      ['opens', bases.join(', ')],
    ]),
  'key set': ({ key }) => keysText([key]),
  'key revoke': ({ revoked }) => `Key ${revoked} is revoked.\n`,
} satisfies Texts;

export function keysText(keys: readonly KeyView[]): string {
  return columns(
    keys,
    'id',
    'mode',
    ['bases', ({ bases }) => bases.join(',')],
    ['begins with', 'prefix'],
    ['created', 'createdAt'],
    ['last used', ({ usedAt }) => usedAt ?? 'never'],
    ['from', ({ addresses }) => addresses.join(',') || 'any'],
    ['may', ({ scopes }) => (scopes.length === keyScopes.length ? 'all' : scopes.join(','))],
    ['expires', ({ expiresAt }) => expiresAt ?? 'never'],
    ['a day', 'dailyBudget'],
    ['revoked', ({ revokedAt }) => revokedAt ?? 'no'],
    'label',
  );
}

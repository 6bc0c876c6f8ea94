/** API keys as commands show them to people. In clear only where one is made. */
import type { KeyView } from '#accounts/keys/key-view.ts';
import { fields, table } from '#cli/text-table.ts';
import { keyScopes } from '#model/key-scope.ts';

type Shown = { readonly key: KeyView };

export const keyTexts = {
  'key list': ({ keys }: { readonly keys: readonly KeyView[] }) => keysText(keys),
  'key create': ({
    key: { id, key, bases },
  }: {
    readonly key: KeyView & { readonly key: string };
  }) =>
    `${fields([
      ['key', key],
      ['id', String(id)],
      ['opens', bases.join(', ')],
    ])}Keep it now: it is shown this once.\n`,
  'key import': ({ key: { id, prefix, bases } }: Shown) =>
    fields([
      ['id', String(id)],
      ['begins with', prefix],
      ['opens', bases.join(', ')],
    ]),
  'key set': ({ key }: Shown) => keysText([key]),
  'key revoke': ({ revoked }: { readonly revoked: number }) => `Key ${revoked} is revoked.\n`,
};

const heading = [
  'id',
  'mode',
  'bases',
  'begins with',
  'created',
  'last used',
  'from',
  'may',
  'expires',
  'a day',
  'revoked',
  'label',
];

export function keysText(keys: readonly KeyView[]): string {
  return table(
    heading,
    keys.map((key) => [
      String(key.id),
      key.mode,
      key.bases.join(','),
      key.prefix,
      key.createdAt,
      key.usedAt ?? 'never',
      key.addresses.join(',') || 'any',
      key.scopes.length === keyScopes.length ? 'all' : key.scopes.join(','),
      key.expiresAt ?? 'never',
      key.dailyBudget ?? '-',
      key.revokedAt ?? 'no',
      key.label,
    ]),
  );
}

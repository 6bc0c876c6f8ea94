/** The short number that an account sends from, and that takes its replies and STOP. */
import type { Author } from '#core/author.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { AuditStore } from './audit-store.ts';

export type ShortNumberPorts = {
  readonly audit: Pick<AuditStore, 'note'>;
  readonly numbers: {
    listNumbers(): Promise<
      readonly {
        readonly id: number;
        readonly digits: string;
        readonly kind: 'long' | 'short';
        readonly accountId: number | null;
      }[]
    >;
    setShortNumber(use: {
      readonly accountId: number;
      readonly numberId: number;
      readonly keyword: string;
    }): Promise<boolean>;
    clearShortNumber(accountId: number): Promise<boolean>;
  };
};

/** As people say it: empty takes the number away, undefined leaves it. */
type Wish = { readonly shortNumber?: string | undefined; readonly keyword?: string | undefined };

export const shortNumberRefusals = [
  'keyword needs a short number',
  'short number is not there',
  'number is a long one',
  'number is of another account',
  'keyword is taken',
] as const;

export async function setShortNumber(
  accountId: number,
  { shortNumber, keyword = '' }: Wish,
  { ports, author }: { readonly ports: ShortNumberPorts; readonly author: Author },
): Promise<Refusal<(typeof shortNumberRefusals)[number]> | undefined> {
  const { numbers, audit } = ports;
  const note = (target: string): Promise<void> =>
    audit.note(author, { action: 'account.short-number', target, accountId, details: { keyword } });
  const field = 'shortNumber';
  if (shortNumber === undefined) {
    return keyword === '' ? undefined : refuse('keyword needs a short number', { field });
  }
  if (shortNumber === '') {
    await numbers.clearShortNumber(accountId);
    await note('');
    return undefined;
  }
  const number = (await numbers.listNumbers()).find(({ digits }) => digits === shortNumber);
  const params = { number: shortNumber };
  if (number === undefined) return refuse('short number is not there', { field, params });
  if (number.kind !== 'short') return refuse('number is a long one', { field, params });
  if (number.accountId !== null && number.accountId !== accountId) {
    const owner = { ...params, account: number.accountId };
    return refuse('number is of another account', { field, params: owner });
  }
  const isSet = await numbers.setShortNumber({ accountId, numberId: number.id, keyword });
  if (!isSet) {
    return refuse('keyword is taken', { field: 'keyword', params: { ...params, keyword } });
  }
  await note(number.digits);
  return undefined;
}

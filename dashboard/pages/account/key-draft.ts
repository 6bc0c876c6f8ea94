/** An API key as the fields of its form hold it, and as the API takes it. */
import type { Answer } from '../../api/operate.ts';
import { localMinute } from '../../components/local-minute.ts';

export type Key = Answer<'key list'>['keys'][number];

export type Product = Key['bases'][number];

export type KeyScope = Key['scopes'][number];

/** In the order in which they are offered. */
export const keyScopes: readonly KeyScope[] = ['send', 'read', 'numbers', 'account', 'subaccounts'];

export type KeyDraft = {
  readonly label: string;
  readonly mode: Key['mode'];
  /** As it is typed: a comma does for the point, and nothing is no budget. */
  readonly budget: string;
  /** Ranges with commas, blanks or line ends between. */
  readonly addresses: string;
  readonly scopes: readonly KeyScope[];
  /** As a field of type `datetime-local` has it, in the zone of the reader; empty: no end. */
  readonly expires: string;
};

export const newKey: KeyDraft = {
  label: '',
  mode: 'test',
  budget: '',
  addresses: '',
  scopes: keyScopes,
  expires: '',
};

export function draftOf(key: Key): KeyDraft {
  const { label, mode, dailyBudget, addresses, scopes, expiresAt } = key;
  return {
    label,
    mode,
    budget: dailyBudget ?? '',
    addresses: addresses.join('\n'),
    scopes,
    expires: expiresAt === null ? '' : localMinute(Date.parse(expiresAt)),
  };
}

/** What the API takes of it; an end that was not touched keeps its seconds. */
export function boundsOf(draft: KeyDraft, standing?: Key) {
  const { addresses, scopes, expires } = draft;
  const isTouched = standing === undefined || draftOf(standing).expires !== expires;
  return {
    addresses: addresses.split(/[\s,;]+/).filter((range) => range !== ''),
    scopes: keyScopes.filter((scope) => scopes.includes(scope)),
    ...budgetOf(draft),
    ...(isTouched && { expires: expires === '' ? null : new Date(expires).toISOString() }),
  };
}

/** Test keys spend test money, and no limit counts it. */
function budgetOf({ mode, budget }: KeyDraft) {
  if (mode === 'test') return {};
  const written = budget.trim().replace(',', '.');
  return { dailyBudget: written === '' ? null : written };
}

/** A person or a campaign as the engines know callers: what they send is judged and stored like a key's request. */
import type { Account } from './account.ts';
import { type ApiBase, type ApiKey, unbounded } from './api-key.ts';

/** Keys have positive ids and SMPP users negative ones. */
const noKeyId = 0;

type Wish = {
  readonly base: ApiBase;
  readonly test: boolean;
  /** Who it is. */
  readonly label: string;
};

export function keyOfPerson(account: Account, { base, test, label }: Wish): ApiKey {
  return {
    ...unbounded,
    id: noKeyId,
    accountId: account.id,
    bases: [base],
    mode: test ? 'test' : 'live',
    prefix: '',
    label,
    createdAtMs: account.createdAtMs,
    revokedAtMs: null,
  };
}

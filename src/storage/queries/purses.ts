/** Where the two balances of an account stand in its row. */
import type { Purse } from '#accounts/ledger.ts';

export function balanceOf(purse: Purse): 'balance' | 'test_balance' {
  return purse === 'live' ? 'balance' : 'test_balance';
}

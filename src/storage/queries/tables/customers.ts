/** The tables of the accounts that bind to us. */

import type { Generated } from 'kysely';
import type { KeyMode } from '#model/key-mode.ts';
import type { BindRecord } from '#sms/customers/customer-store.ts';
import type { SmppUserState } from '#sms/customers/smpp-user.ts';

export interface CustomerTables {
  readonly smpp_user: {
    readonly id: Generated<number>;
    account_id: number;
    system_id: string;
    password_hash: string;
    mode: KeyMode;
    state: SmppUserState;
    settings: string;
    created_at: number;
  };
  readonly smpp_bind: {
    readonly id: Generated<number>;
    user_id: number;
    process: string;
    mode: BindRecord['mode'];
    address: string;
    bound_at: number;
    seen_at: number;
  };
}

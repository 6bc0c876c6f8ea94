/** The tables of operators: where they take messages, at what price, and how they do. */
import type { Generated } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { BindRecord } from '#sms/customers/customer-store.ts';
import type { SmppUserState } from '#sms/customers/smpp-user.ts';

export interface OperatorTables {
  readonly operator: {
    readonly id: Generated<number>;
    name: string;
    built_in: number;
    /** The row of a removed one stays, because messages name it. */
    state: 'active' | 'paused' | 'removed';
    /** What becomes of it; a removed one leaves nothing to ask for. */
    course: Generated<'stays' | 'drains' | 'leaves'>;
    sealed_password: string;
    settings: string;
    created_at: number;
  };
  readonly operator_health: {
    readonly operator_id: number;
    readonly bind: number;
    /** Null while it is up. */
    down_since: number | null;
    /** Null while its submits are answered. */
    silent_since: number | null;
    noted_at: number;
  };
  readonly route: {
    readonly id: Generated<number>;
    readonly prefix: string;
    readonly network: string;
    /** 0: either. */
    readonly grade: number;
    /** With a space between; empty for any. */
    readonly senders: string;
    readonly operator_id: number;
    priority: number;
    weight: number;
    buy_price: Millionths | null;
    enabled: number;
  };
  readonly network_prefix: { readonly prefix: string; network: string };
  readonly price: {
    readonly account_id: number;
    readonly prefix: string;
    readonly from_at: number;
    price: Millionths;
  };
  readonly route_choice: {
    readonly recipient_id: number;
    readonly at: number;
    readonly left_operator_id: number | null;
    readonly operator_id: number;
    readonly reason: string;
  };
}

/** The tables of the accounts that bind to us. */
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

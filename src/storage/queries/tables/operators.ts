/** The tables of operators: where they take messages, at what price, and how they do. */
import type { Generated } from 'kysely';
import type { Millionths } from '#core/money.ts';

export interface OperatorTables {
  readonly operator: OperatorTable;
  readonly operator_health: OperatorHealthTable;
  readonly route: RouteTable;
  readonly network_prefix: NetworkPrefixTable;
  readonly price: PriceTable;
  readonly route_choice: RouteChoiceTable;
}

type OperatorTable = {
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

type OperatorHealthTable = {
  readonly operator_id: number;
  readonly bind: number;
  /** Null while it is up. */
  down_since: number | null;
  /** Null while its submits are answered. */
  silent_since: number | null;
  noted_at: number;
};

type RouteTable = {
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

type NetworkPrefixTable = { readonly prefix: string; network: string };

type PriceTable = {
  readonly account_id: number;
  readonly prefix: string;
  readonly from_at: number;
  price: Millionths;
};

type RouteChoiceTable = {
  readonly recipient_id: number;
  readonly at: number;
  readonly left_operator_id: number | null;
  readonly operator_id: number;
  readonly reason: string;
};

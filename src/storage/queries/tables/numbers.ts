/** The tables of what calls to rented numbers do; the numbers themselves stand with the inbound messages. */
import type { Generated } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { EndCause, NewCall } from '#numbers/calls/call-record.ts';
import type { ForwardOptions, ForwardRule } from '#numbers/forwarding/forward-rule.ts';

export interface NumberTables {
  readonly number_history: NumberHistoryTable;
  readonly forward_rule: ForwardRuleTable;
  readonly forward_option: ForwardOptionTable;
  readonly call_country: CallCountryTable;
  readonly risky_range: RiskyRangeTable;
  readonly trunk: TrunkTable;
  readonly trunk_message: TrunkMessageTable;
  readonly call_price: CallPriceTable;
  readonly call: CallTable;
  readonly call_hop: CallHopTable;
  readonly call_process: CallProcessTable;
}

type NumberHistoryTable = {
  readonly id: Generated<number>;
  number: string;
  account_id: number;
  from_at: number;
  to_at: number;
};

type ForwardRuleTable = {
  readonly number_id: number;
  kind: ForwardRule['kind'];
  target: string;
  version: number;
  changed_at: number;
  changed_by: string;
};

type ForwardOptionTable = {
  readonly number_id: number;
  ring_ms: number;
  unanswered: ForwardOptions['unanswered'];
  fallback_email: string;
  missed_call_email: string;
  missed_call_text: Generated<string>;
  language: ForwardOptions['language'];
};

type CallCountryTable = { readonly account_id: number; readonly country: string };

type TrunkTable = {
  readonly id: Generated<number>;
  name: string;
  enabled: number;
  built_in: number;
  settings: string;
  sealed_password: string;
  sealed_auth_in_password: string;
  created_at: number;
  traced_until: Generated<number>;
};

type TrunkMessageTable = {
  readonly id: Generated<number>;
  readonly trunk_id: number;
  readonly at: number;
  readonly direction: 'in' | 'out';
  readonly peer: string;
  readonly text: string;
};

type CallPriceTable = {
  readonly account_id: number;
  readonly prefix: string;
  per_minute: Millionths;
  first_s: number;
  next_s: number;
};

type CallTable = {
  readonly id: number;
  account_id: number | null;
  payer_id: number | null;
  number: string;
  caller: string;
  target: string;
  kind: NewCall['kind'];
  trunk_in: string;
  trunk_out: string;
  process_id: number;
  started_at: number;
  ringing_at: number | null;
  answered_at: number | null;
  ended_at: number | null;
  per_minute: Millionths;
  first_s: number;
  next_s: number;
  reserved: Millionths;
  billed_s: number;
  cost: Millionths;
  cause: EndCause | '';
  sip_status: number;
  rule: string;
};

type CallHopTable = {
  readonly call_id: number;
  readonly place: number;
  readonly number: string;
  account_id: number | null;
};

type CallProcessTable = { readonly id: number; seen_at: number };

type RiskyRangeTable = {
  readonly prefix: string;
  reason: string;
  readonly listed_at: number;
};

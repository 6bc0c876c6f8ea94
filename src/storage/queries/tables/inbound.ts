/** The tables of what phones send, and of what tells whose it is. */
import type { Generated } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { OwnNumber } from '#model/own-number.ts';
import type { InboundMessage } from '#sms/inbound/inbound-store.ts';

export interface InboundTables {
  readonly inbound_message: {
    readonly id: Generated<number>;
    operator_id: number;
    sender: string;
    receiver: string;
    kind: InboundMessage['kind'];
    account_id: number | null;
    text: string | null;
    octets: Uint8Array;
    data_coding: number;
    received_at: number;
    parts_received: number;
    parts_total: number;
    answers_message_id: number;
    test: number;
  };
  readonly number: {
    readonly id: Generated<number>;
    number: string;
    kind: OwnNumber['kind'];
    account_id: number | null;
    operator_id: number | null;
    state: OwnNumber['state'];
    takes_sms: number;
    takes_calls: number;
    created_at: number;
    can_forward: Generated<number>;
    label: Generated<string>;
    monthly_price: Generated<Millionths>;
    minute_price: Generated<Millionths>;
    rented_at: Generated<number | null>;
    paid_until: Generated<number | null>;
    deactivated_why: Generated<string>;
    free_after: Generated<number | null>;
  };
  readonly account_short_number: {
    readonly account_id: number;
    number_id: number;
    /** In capitals; empty: none. */
    keyword: string;
  };
  readonly last_sent: {
    readonly number: string;
    readonly phone: string;
    readonly test: number;
    account_id: number;
    message_id: number;
    at: number;
  };
  readonly reply_address: { readonly message_id: number; url: string; endpoint_id: number };
  readonly handset_text: {
    readonly id: Generated<number>;
    readonly mark: string;
    readonly account_id: number;
    readonly message_id: number;
    readonly written_at: number;
  };
}

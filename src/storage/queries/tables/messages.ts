/** The tables of messages, their parts and what operators report of them. */

import type { Generated } from 'kysely';
import type { Purse } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { CampaignState } from '#sms/campaigns/campaign.ts';
import type { MessageClass } from '#sms/message.ts';
import type { Receipt } from '#sms/message-store.ts';
import type { KeptPdu } from '#sms/records/kept-pdu.ts';
import type { FigureState } from '#sms/records/message-figures.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import type { StopSource } from '#sms/stops/stop-store.ts';
import type { WrittenForm } from '#sms/text/form.ts';

export interface MessageTables {
  readonly message: {
    readonly id: number;
    account_id: number;
    key_id: number;
    accepted_at: number;
    sender: string;
    text: string;
    tag: string;
    class: MessageClass;
    valid_until: number;
    scheduled_at: number | null;
    report_url: string | null;
    report_endpoint_id: number | null;
    cost: Millionths;
    currency: string;
    test: number;
    request_id: string;
    submission: string | null;
    client_request_id: string;
  };
  readonly recipient: {
    readonly id: number;
    phone: PhoneNumber;
    operator_id: number;
    text: string | null;
    form: WrittenForm;
    event_ids: Generated<string>;
    parts: number;
    concat_reference: number;
    cost: Millionths;
    state: 'accepted' | RecipientStatus['state'];
    reason: Generated<string>;
    changed_at: number;
    /** Bits, one for each part. */
    delivered_parts: Generated<number>;
    refused_parts: Generated<number>;
  };
  readonly idempotent_request: {
    readonly account_id: number;
    readonly key: string;
    fingerprint: string;
    reply: string;
    created_at: number;
  };
  /** A view of what recipients' rows and `further_submit` say of parts that operators took. */
  readonly submitted_part: MessageTables['further_submit'] & { readonly recipient_id: number };
  /** Those of recipients' rows. */
  readonly first_submit: MessageTables['submitted_part'];
  readonly further_submit: {
    readonly id: number;
    operator_id: number;
    remote_id: string;
    part_id: number;
    phone: string;
    submitted_at: number;
    outcome: Receipt['outcome'] | null;
    word: Generated<string>;
    error: Generated<string>;
    reported_at: number | null;
    awaited: number;
  };
  readonly message_pdu: {
    readonly id: Generated<number>;
    readonly part_id: number;
    readonly operator_id: number;
    readonly at: number;
    readonly command: KeptPdu['command'];
    readonly status: number;
    readonly octets: Buffer;
    readonly text: string;
  };
  readonly submit_intent: { readonly job_id: number };
  readonly unmatched_receipt: {
    readonly id: Generated<number>;
    operator_id: number;
    remote_id: string;
    phone: string;
    outcome: Receipt['outcome'];
    word: string;
    error: string;
    received_at: number;
    address: Generated<Receipt['address']>;
    done_at: number | null;
  };
  readonly stat_hour: {
    readonly account_id: number;
    readonly purse: Purse;
    readonly starts_at: number;
    readonly country: string;
    readonly operator_id: number;
    readonly state: FigureState;
    readonly detail: string;
    messages: number;
    parts: number;
    cost: Millionths;
  };
  readonly stat_block: {
    readonly first: number;
    readonly beyond: number;
    next_recipient_id: number;
    readonly noted_at: number;
  };
  readonly stat_open: {
    readonly recipient_id: number;
    readonly operator_id: number;
    look_at: number;
  };
}

/** The tables of the opt-out list. */
export interface StopTables {
  readonly stop_entry: {
    readonly id: Generated<number>;
    account_id: number;
    phone: PhoneNumber;
    source: StopSource;
    created_at: number;
  };
  readonly stop_version: { readonly one: 1; version: number };
  readonly stop_change: {
    readonly version: number;
    account_id: number;
    phone: PhoneNumber;
    stopped: number;
  };
}

/** The tables of campaigns. */
export interface CampaignTables {
  readonly campaign: {
    readonly id: number;
    account_id: number;
    name: string;
    test: 0 | 1;
    group_id: number;
    sender: string;
    text: string;
    says_stop: 0 | 1;
    marketing: 0 | 1;
    cost_max: Millionths | null;
    state: CampaignState;
    reason: Generated<string>;
    starts_at: number;
    created_at: number;
    ended_at: number | null;
    contacts: number;
    last_contact_id: number;
    through_contact_id: Generated<number>;
    slices: Generated<number>;
    pending: Generated<0 | 1>;
  };
  readonly campaign_slice: {
    readonly campaign_id: number;
    readonly n: number;
    after_contact_id: number;
    through_contact_id: number;
    contacts: number;
    sent_at: number | null;
    message_id: number | null;
    recipients: Generated<number>;
    parts: Generated<number>;
    cost: Generated<Millionths>;
    delivered: Generated<number>;
    not_delivered: Generated<number>;
    /** JSON: how many of each reason. */
    skipped: Generated<string>;
    look_at: number | null;
  };
}

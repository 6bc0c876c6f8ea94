/** The tables of emails and their mails, and of what delivery learns of servers. */

import type { Generated } from 'kysely';
import type { Purse } from '#accounts/ledger.ts';
import type { DomainName, EmailAddress } from '#core/email-address.ts';
import type { Millionths } from '#core/money.ts';
import type { MailAttempt } from '#mail/delivery/delivery-store.ts';
import type { Urgency } from '#mail/delivery/mail-lane.ts';
import type { MailFigureState } from '#mail/figures/mail-figures.ts';
import type { MailMark } from '#mail/mail-fact-store.ts';
import type { SuppressionReason, SuppressionSource } from '#mail/suppression/suppression.ts';
import type { MailFactKind } from '#model/mail-state.ts';

export interface EmailTables {
  readonly blob: { readonly hash: string; size: number; created_at: number };
  readonly blob_piece: { readonly hash: string; readonly place: number; octets: Uint8Array };
  readonly email_content: {
    readonly hash: string;
    subject: string;
    html: string;
    text: string | null;
    made_text: string | null;
    created_at: number;
  };
  readonly email_attachment: {
    readonly content: string;
    readonly place: number;
    filename: string;
    content_type: string;
    content_id: string | null;
    blob: string;
  };
  readonly email: {
    readonly id: number;
    account_id: number;
    key_id: number;
    accepted_at: number;
    scheduled_at: number | null;
    valid_until: number;
    sender: string;
    sender_name: string;
    reply_to: string | null;
    reply_to_name: string;
    /** JSON. */
    copies: string | null;
    content: string;
    /** JSON. */
    headers: string;
    variables: string;
    metadata: string | null;
    tag: string;
    class: Urgency;
    stream: string | null;
    track_opens: number;
    track_clicks: number;
    report_url: string | null;
    report_endpoint_id: number | null;
    cost: Millionths;
    currency: string;
    test: number;
    sandbox: number;
    request_id: string;
    client_request_id: string;
    notice: string | null;
  };
  readonly mail: {
    readonly id: number;
    account_id: number;
    address: string;
    name: string;
    variables: string | null;
    cost: Millionths;
    state: MailFactKind;
    class: Generated<string>;
    changed_at: number;
    deferred_at: Generated<number | null>;
    stamp: Generated<number>;
    tells: Generated<number>;
    counted_state: Generated<string>;
    /** JSON; empty: it was never counted. */
    counted_as: Generated<string>;
  };
  readonly mail_stat_hour: {
    readonly account_id: number;
    readonly purse: Purse;
    readonly starts_at: number;
    readonly provider: string;
    readonly state: MailFigureState;
    readonly detail: string;
    mails: number;
    cost: Millionths;
  };
  readonly mail_fact: {
    readonly id: Generated<number>;
    mail_id: number;
    at: number;
    kind: MailFactKind | MailMark;
    /** JSON. */
    detail: string | null;
  };
  readonly mail_attempt: {
    readonly id: Generated<number>;
    mail_id: number;
    job_id: number;
    n: number;
    at: number;
    outcome: MailAttempt['outcome'];
    stage: string;
    code: number;
    enhanced: string;
    text: string;
    host: string;
    ip: string;
    tls: string;
    duration_ms: number;
    dialogue: string;
    /** JSON. */
    steps: string;
  };
  readonly mail_price: { readonly account_id: number; readonly from_at: number; price: Millionths };
  readonly mail_standing: {
    readonly account_id: number;
    held: number;
    reason: string;
    changed_at: number;
    counts_from: number;
  };
  readonly mail_site: {
    readonly domain: string;
    site: string;
    /** JSON. */
    hosts: string;
    checked_at: number;
  };
  readonly mail_shaping: {
    readonly owner: string;
    limits: string;
    memory: string;
    cool_until: number;
    saved_at: number;
  };
  readonly mail_lane_order: {
    readonly owner: string;
    held: number;
    limits: string;
    set_at: number;
  };
  readonly mail_policy: {
    readonly domain: string;
    policy_id: string;
    mode: 'enforce' | 'testing' | 'none';
    /** JSON. */
    mx: string;
    fetched_at: number;
    expires_at: number;
  };
  readonly mail_letter: {
    readonly id: Generated<number>;
    readonly received_at: number;
    readonly sender: string;
    /** A JSON list. */
    readonly recipients: string;
    readonly mail_from: string;
    readonly subject: string;
    readonly size: number;
    readonly octets: Uint8Array;
  };
}

/** The table of the mail catcher. */
export interface MailSimulatorTables {
  readonly caught_mail: {
    readonly id: Generated<number>;
    readonly caught_at: number;
    readonly sender: string;
    /** A JSON list. */
    readonly recipients: string;
    readonly mail_from: string;
    readonly subject: string;
    readonly size: number;
    readonly dialogue: string;
    readonly octets: Uint8Array;
    readonly account_id: number | null;
    readonly mail_id: number | null;
  };
}

/** The table of the suppression list. */
export interface SuppressionTables {
  readonly mail_suppression: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly stream: string;
    readonly address: string;
    readonly reason: SuppressionReason;
    source: SuppressionSource;
    strikes: number;
    /** The last two strikes that count; 0: none. */
    struck_at: number;
    struck_before_at: number;
    /** How many times strikes have stopped mail. */
    times: number;
    stamp: number;
    /** The end that has been told. */
    ended_at: Generated<number>;
    created_at: number;
    expires_at: number | null;
  };
  readonly suppression_change: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly stream: string;
    readonly address: string;
    readonly reason: SuppressionReason;
    readonly source: SuppressionSource;
    readonly kind: 'added' | 'removed';
    readonly at: number;
  };
}

/** The tables of sending domains and senders. */
export interface MailDomainTables {
  readonly mail_domain: {
    readonly id: Generated<number>;
    readonly account_id: number;
    readonly name: DomainName;
    keys: string;
    rotation: number;
    readonly created_at: number;
    verified_at: number | null;
    return_path_at: number | null;
    proof_checked_at: number;
    proof_missing_at: number | null;
    stays_here: Generated<number>;
    caught_only: Generated<number>;
  };
  readonly mail_sender: {
    readonly account_id: number;
    readonly address: EmailAddress;
    name: string;
    is_default: number;
    readonly created_at: number;
  };
}

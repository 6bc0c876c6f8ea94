/** The tables of what calls to rented numbers do; the numbers themselves stand with the inbound messages. */
import type { Generated } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { EndCause, NewCall } from '#numbers/calls/call-record.ts';
import type { ForwardOptions, ForwardRule } from '#numbers/forwarding/forward-rule.ts';
import type { TextBack } from '#numbers/text-back/text-back.ts';
import type { MailState, NewVoicemail, RecordingEnd } from '#numbers/voicemail/voicemail.ts';

export interface NumberTables {
  readonly number_history: {
    readonly id: Generated<number>;
    number: string;
    account_id: number;
    from_at: number;
    to_at: number;
  };
  readonly forward_rule: {
    readonly number_id: number;
    kind: ForwardRule['kind'];
    target: string;
    version: number;
    changed_at: number;
    changed_by: string;
  };
  readonly forward_option: {
    readonly number_id: number;
    ring_ms: number;
    unanswered: ForwardOptions['unanswered'];
    fallback_email: string;
    missed_call_email: string;
    missed_call_text: Generated<string>;
    language: ForwardOptions['language'];
  };
  readonly call_country: { readonly account_id: number; readonly country: string };
  readonly risky_range: { readonly prefix: string; reason: string; readonly listed_at: number };
  readonly trunk: {
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
  readonly trunk_message: {
    readonly id: Generated<number>;
    readonly trunk_id: number;
    readonly at: number;
    readonly direction: 'in' | 'out';
    readonly peer: string;
    readonly text: string;
  };
  readonly call_price: {
    readonly account_id: number;
    readonly prefix: string;
    per_minute: Millionths;
    first_s: number;
    next_s: number;
  };
  readonly call: {
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
  readonly call_hop: {
    readonly call_id: number;
    readonly place: number;
    readonly number: string;
    account_id: number | null;
  };
  readonly call_process: { readonly id: number; seen_at: number };
}

/** The tables of what callers have left and of calls that nobody took. */
export interface VoicemailTables {
  readonly voicemail: {
    readonly id: number;
    account_id: number;
    number_id: number;
    number: string;
    caller: string;
    caller_name: string;
    started_at: number;
    duration_ms: number;
    law: NewVoicemail['law'];
    ended_by: RecordingEnd;
    mail_to: string;
    mail_state: MailState;
    language: NewVoicemail['language'];
    simulated: number;
    heard_at: number | null;
  };
  readonly voicemail_audio: { readonly id: number; g711: Uint8Array };
  readonly missed_call: {
    readonly id: number;
    account_id: number;
    number: string;
    caller: string;
    caller_name: string;
    at: number;
    cause: string;
    tell_to: string;
    language: NewVoicemail['language'];
    simulated: number;
    notice_id: number | null;
    told_at: number | null;
  };
  readonly text_back: {
    readonly id: number;
    account_id: number;
    number: string;
    caller: string;
    at: number;
    text: string;
    simulated: number;
    state: TextBack['state'];
    why: Generated<string>;
    message_id: Generated<number | null>;
  };
  readonly greeting: {
    readonly account_id: number;
    readonly number_id: number;
    pcm: Uint8Array;
    saved_at: number;
  };
}

/** The tables of what callers have left and of calls that nobody took. */
import type { Generated } from 'kysely';
import type { TextBack } from '#numbers/text-back/text-back.ts';
import type { MailState, NewVoicemail, RecordingEnd } from '#numbers/voicemail/voicemail.ts';

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

/** The tables of what callers have left and of calls that nobody took. */
import type { Generated } from 'kysely';
import type { TextBack } from '#numbers/text-back/text-back.ts';
import type { MailState, NewVoicemail, RecordingEnd } from '#numbers/voicemail/voicemail.ts';

export interface VoicemailTables {
  readonly voicemail: VoicemailTable;
  readonly voicemail_audio: { readonly id: number; g711: Uint8Array };
  readonly missed_call: MissedCallTable;
  readonly text_back: TextBackTable;
  readonly greeting: GreetingTable;
}

type VoicemailTable = {
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

type MissedCallTable = {
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

type TextBackTable = {
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

type GreetingTable = {
  readonly account_id: number;
  readonly number_id: number;
  pcm: Uint8Array;
  saved_at: number;
};

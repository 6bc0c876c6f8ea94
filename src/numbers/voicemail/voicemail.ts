/** A message that a caller has left: who, when, how long, and what became of the mail that brings it. */

import type { Author } from '#core/author.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { Law } from '../sip/media/g711.ts';
import type { Greeting } from './greeting.ts';

/** Why the recording ended. `cut short`: we died, or the disk was full; what was on the disk is there. */
export const recordingEnds = [
  'caller hung up',
  'key',
  'silence',
  'longest',
  'no audio',
  'stopped',
  'cut short',
] as const;

export type RecordingEnd = (typeof recordingEnds)[number];

/** `owed`: not handed over yet; `queued`: a mail is on its way; `refused`: the mailbox takes none of ours. */
export const mailStates = ['owed', 'queued', 'sent', 'refused', 'not sent'] as const;

export type MailState = (typeof mailStates)[number];

export type NewVoicemail = {
  /** That of its call. */
  readonly id: number;
  readonly accountId: number;
  readonly numberId: number;
  readonly number: string;
  /** Digits, or empty for a caller who hides. */
  readonly caller: string;
  readonly callerName: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly law: Law;
  readonly end: RecordingEnd;
  readonly mailTo: string;
  readonly language: 'en' | 'fr';
  /** A simulated phone called: its mail stays here. */
  readonly isSimulated: boolean;
};

export type Voicemail = NewVoicemail & {
  readonly mailState: MailState;
  /** When somebody first listened to it here; null: nobody yet. */
  readonly heardAtMs: number | null;
};

/** What is left out does not matter. */
export type VoicemailFilter = {
  readonly accountId?: number | undefined;
  /** Test: simulated phones have left them; undefined: both. */
  readonly mode?: KeyMode | undefined;
  readonly number?: string | undefined;
  /** How the caller begins. */
  readonly callerBegins?: string | undefined;
  readonly isHeard?: boolean | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
};

export type VoicemailQuery = VoicemailFilter & {
  /** Newest first, of those before it. */
  readonly beforeId: number;
  /** Those above this id, and the oldest first. */
  readonly afterId?: number | undefined;
  readonly limit: number;
};

export type OwedPage = { readonly limit: number; readonly nowMs: number };

/** Calls that nobody took, as they are told. */
export type OwedMissedCall = {
  readonly id: number;
  readonly accountId: number;
  readonly number: string;
  readonly caller: string;
  readonly callerName: string;
  readonly atMs: number;
  readonly cause: string;
  readonly tellTo: string;
  readonly language: 'en' | 'fr';
  readonly isSimulated: boolean;
};

export type Listened = Pick<Voicemail, 'id' | 'accountId'> & {
  /** An administrator who views an account leaves it as it is for its people. */
  readonly isOnlyViewed?: boolean | undefined;
};

export interface VoicemailStore {
  /** Message, audio and the job that owes its mail, in one commit; false where the message is there already. */
  saveVoicemail(voicemail: NewVoicemail, audio: Buffer, job: Job): Promise<boolean>;
  findVoicemail(id: number): Promise<Voicemail | undefined>;
  /** Those of these calls that have left a message which is here. */
  callsWithMessage(callIds: readonly number[]): Promise<ReadonlySet<number>>;
  listVoicemails(query: VoicemailQuery): Promise<readonly Voicemail[]>;
  countVoicemails(filter: VoicemailFilter): Promise<number>;
  /** G.711, an octet a sample. */
  readVoice(id: number): Promise<Buffer | undefined>;
  /** Somebody has listened to it here: audited each time, and heard from the first time on. */
  noteListened(listened: Listened, author: Author): Promise<void>;
  /** As people like to see it; false where there is no such message. */
  markHeard(id: number, isHeard: boolean, author: Author): Promise<boolean>;
  removeVoicemail(id: number, author: Author): Promise<boolean>;
  /** Messages whose mail is owed and due, oldest first. */
  readOwedVoicemails(page: OwedPage): Promise<readonly Owed<Voicemail>[]>;
  /** The mail was handed over, or never will be: its job goes. */
  settleVoicemail(job: Job, state: Exclude<MailState, 'owed'>): Promise<void>;
  /** What became of a mail that was handed over. */
  noteMailFate(id: number, state: 'sent' | 'not sent'): Promise<void>;
  /** Messages whose mail was on its way when last seen. */
  listQueued(limit: number): Promise<readonly number[]>;

  /** Keeps it with the job that owes its notice; false where the same caller was noted for the number since then. */
  noteMissedCall(call: OwedMissedCall, job: Job, sinceMs: number): Promise<boolean>;
  readOwedMissedCalls(page: OwedPage): Promise<readonly Owed<OwedMissedCall>[]>;
  /** Notices that have gone to an address of the account since then. */
  countNotices(accountId: number, tellTo: string, sinceMs: number): Promise<number>;
  /** All untold calls for the address become those of one notice, whose name is the first of them. */
  gatherMissedCalls(first: OwedMissedCall): Promise<readonly OwedMissedCall[]>;
  /** The notice was handed over; its job goes, and the others' with it. */
  settleMissedCalls(job: Job, atMs: number): Promise<void>;

  /** PCM, 16 bit little-endian, 8,000 samples a second. */
  saveGreeting(greeting: Greeting, pcm: Buffer, author: Author): Promise<void>;
  removeGreeting(greeting: Greeting, author: Author): Promise<boolean>;
  /** This one and no other. */
  findOwnGreeting(greeting: Greeting): Promise<Buffer | undefined>;
  /** The number's, else its account's. */
  findGreeting(greeting: Greeting): Promise<Buffer | undefined>;
}

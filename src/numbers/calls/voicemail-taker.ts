/** What a call asks of voicemail: to answer it, record what is said and bring it to somebody. */
import type { IncomingCall, IncomingCallHandlers } from '../sip/user-agent.ts';
import type { VirtualNumber } from '../virtual-number.ts';
import type { CallerLeg } from './call-audio.ts';
import type { EndCause } from './call-record.ts';
import type { CallerIdentity } from './caller-identity.ts';

export type VoicemailOrder = {
  readonly callId: number;
  readonly call: IncomingCall;
  readonly number: VirtualNumber;
  readonly accountId: number;
  readonly caller: CallerIdentity;
  readonly mailTo: string;
  readonly language: 'en' | 'fr';
  /** A simulated phone calls: what comes of it stays here. */
  readonly isSimulated: boolean;
  readonly leg: CallerLeg;
  /** The call was answered: its minutes are billed from now on. */
  readonly answered: () => void;
  /** Told once, when the call is over and what was said is safe. */
  readonly ended: (end: VoicemailEnd) => void;
};

export type VoicemailEnd = {
  readonly cause: EndCause;
  readonly sipStatus: number;
  readonly answeredAtMs: number | null;
  /** False: nobody said anything, which is a missed call. */
  readonly hasMessage: boolean;
};

export type TakenVoicemail = {
  /** What the call tells until it is answered. */
  readonly handlers: IncomingCallHandlers;
  /** Ends it from outside. */
  end(cause: EndCause): void;
};

export interface VoicemailTaker {
  /** Begins at once; its answer, or its refusal, follows by itself. */
  take(order: VoicemailOrder): TakenVoicemail;
}

/** Somebody called, and nobody took the call. */
export type MissedCall = {
  readonly callId: number;
  readonly accountId: number;
  readonly number: VirtualNumber;
  readonly caller: CallerIdentity;
  readonly atMs: number;
  readonly cause: EndCause;
  /** Empty: nobody. */
  readonly tellTo: string;
  /** What the caller is texted; empty: nothing. */
  readonly textBack: string;
  readonly language: 'en' | 'fr';
  readonly isSimulated: boolean;
};

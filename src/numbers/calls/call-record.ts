/** A call as it is kept: who called whom, what became of it, how long it lasted and what it cost. */

import type { Author } from '#core/author.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { NewTextBack, TextBack, TextBackFate } from '#numbers/text-back/text-back.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { CallPrice, PriceSteps } from './call-price.ts';

export const endCauses = [
  'caller_hung_up',
  'callee_hung_up',
  'caller_cancelled',
  'no_answer',
  'busy',
  'declined',
  'nonexistent',
  'not_acceptable',
  'redirected',
  'rejected',
  'trunk_failed',
  'policy',
  'balance',
  'loop',
  'max_duration',
  'media_timeout',
  'no_ack',
  'interrupted',
  'unknown_number',
  'overload',
] as const;

export type EndCause = (typeof endCauses)[number];

/** A number that a call went by, and whose it was; null: nobody's. */
export type CallHop = { readonly number: string; readonly accountId: number | null };

export type NewCall = {
  readonly id: number;
  /** Null where the dialled number is nobody's. */
  readonly accountId: number | null;
  /** Who pays for the leg that the rule makes; null: nobody. */
  readonly payerId: number | null;
  /** The number that was called, in digits; as it came where it cannot be read. */
  readonly number: string;
  /** Numbers of ours that it was led on to from there, in order; most calls have none. */
  readonly hops: readonly CallHop[];
  /** Digits, or empty for a caller who hides. */
  readonly caller: string;
  readonly target: string;
  readonly kind: 'forward' | 'voicemail' | 'refused';
  readonly trunkIn: string;
  /** The process that carries it: a number of its own for each start. */
  readonly processId: number;
  readonly startedAtMs: number;
  readonly perMinute: Millionths;
  /** The first so many seconds are billed whole, then every so many. */
  readonly firstS: number;
  readonly nextS: number;
};

export type CallEnd = {
  readonly endedAtMs: number;
  readonly ringingAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly trunkOut: string;
  readonly billedS: number;
  readonly cost: Millionths;
  readonly cause: EndCause;
  /** What the caller heard; 200 for a call that was answered. */
  readonly sipStatus: number;
  /** Which rule or limit said no; empty otherwise. */
  readonly rule: string;
};

export type CallRecord = NewCall &
  Omit<CallEnd, 'endedAtMs' | 'cause'> & {
    /** Both null while it goes on. */
    readonly endedAtMs: number | null;
    readonly cause: EndCause | null;
    readonly reserved: Millionths;
  };

export type CallQuery = {
  /** Calls that went by a number of this account. */
  readonly accountId?: number | undefined;
  /** Test: calls of the built-in phones; undefined: both. */
  readonly mode?: KeyMode | undefined;
  /** Calls that went by this number, wherever on their way. */
  readonly number?: PhoneNumber | undefined;
  /** Newest first, of those before it. */
  readonly beforeId: number;
  readonly limit: number;
};

export const callOutcomes = [
  'under way',
  'answered',
  'voicemail',
  'not answered',
  'refused',
] as const;

export type CallOutcome = (typeof callOutcomes)[number];

/** What is left out does not matter. */
export type CallFilter = {
  /** Calls that went by a number of this account. */
  readonly accountId: number;
  /** Calls that went by this number, wherever on their way. */
  readonly number?: PhoneNumber | undefined;
  /** How the caller begins. */
  readonly callerBegins?: string | undefined;
  readonly outcome?: CallOutcome | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
};

export type CallRecordQuery = CallFilter & {
  readonly beforeId: number;
  /** Calls above this id, and the oldest first. */
  readonly afterId?: number | undefined;
  readonly limit: number;
};

export type CallPage = {
  readonly calls: readonly CallRecord[];
  /** Where to look on: a page looks at so many calls and no more; undefined: at all. */
  readonly nextId: number | undefined;
};

export type CallTotal = {
  readonly calls: number;
  /** Those of the newest so many alone, as there are more than are counted; undefined: all. */
  readonly of: number | undefined;
};

/** Whose calls are counted: of the account that pays, and of the number that was called. */
export type CallOwner = { readonly payerId: number; readonly number: string };

export type CallsUnderWay = { readonly ofPayer: number; readonly ofNumber: number };

export const noCalls: CallsUnderWay = { ofPayer: 0, ofNumber: 0 };

/** Numbers that fraud calls; nobody's calls are led there. */
export type RiskyRange = {
  /** Digits behind the plus that they begin with. */
  readonly prefix: string;
  /** Empty: it is on the list that the program came with. */
  readonly reason: string;
  readonly listedAtMs: number;
};

export interface CallStore {
  /** The call and the money that it begins with, in one commit; false where the balance is too low. */
  beginCall(call: NewCall, reserve: Millionths): Promise<boolean>;
  /** More money for a call that goes on; `n` counts up from 1, so that a repeat changes nothing. */
  reserveMore(callId: number, n: number, amount: Millionths, atMs: number): Promise<boolean>;
  /** Somebody has answered: from now on it is billed at that price, also where this process dies. */
  answered(callId: number, atMs: number, price: PriceSteps): Promise<void>;
  /** The end, what it cost, and the rest of the money back; nothing where the call has ended already. */
  endCall(callId: number, end: CallEnd): Promise<boolean>;
  /** A call that was refused before it cost anything: begun and ended at once. */
  recordRefused(call: NewCall, end: CallEnd): Promise<void>;
  listCalls(query: CallQuery): Promise<readonly CallRecord[]>;
  callRecords(query: CallRecordQuery): Promise<CallPage>;
  /** How many there are, among the newest 10,000 that could fit. */
  callTotal(filter: CallFilter): Promise<CallTotal>;
  findCall(callId: number): Promise<CallRecord | undefined>;
  /** An account's calls from, to or by way of a number, newest first. */
  callsOfNumber(accountId: number, number: string, limit: number): Promise<readonly CallRecord[]>;
  /** A process that carries calls says that it lives; the storage's clock says when that was. */
  seen(processId: number): Promise<void>;
  /** Processes that have not been seen for so long, and left no call behind, are forgotten. */
  forgetProcesses(silentMs: number): Promise<void>;
  /** Calls that go on in processes which have not been seen for so long, with when they were. */
  listInterrupted(query: InterruptedQuery): Promise<readonly InterruptedCall[]>;
  /** What the account has spent on calls since then, those that go on with what they have reserved. */
  spentOnCalls(accountId: number, sinceMs: number): Promise<Millionths>;
  /** Calls in progress in other processes, those of dead ones too until they are ended. */
  countElsewhere(processId: number, of: CallOwner): Promise<CallsUnderWay>;

  /** Besides its own; ISO 3166. */
  listCallCountries(accountId: number): Promise<readonly string[]>;
  setCallCountries(accountId: number, countries: readonly string[], author: Author): Promise<void>;
  /** In the order of their digits. */
  listRiskyRanges(): Promise<readonly RiskyRange[]>;
  /** A new one, or another reason for one that is there; false: there are `max` others already. */
  saveRiskyRange(range: RiskyRange, author: Author, max: number): Promise<boolean>;
  /** False: it is not there. */
  removeRiskyRange(prefix: string, author: Author): Promise<boolean>;

  listCallPrices(): Promise<readonly CallPrice[]>;
  setCallPrice(price: CallPrice, author: Author): Promise<void>;
  removeCallPrice(price: Pick<CallPrice, 'accountId' | 'prefix'>, author: Author): Promise<boolean>;

  /**
   * Keeps it with the job that owes it, in one commit; false where the caller was texted for the number
   * since then. A refused one does not count.
   */
  noteTextBack(textBack: NewTextBack, job: Job, sinceMs: number): Promise<boolean>;
  findTextBack(id: number): Promise<TextBack | undefined>;
  /** Owed and due, oldest first. */
  readOwedTextBacks(page: {
    readonly limit: number;
    readonly nowMs: number;
  }): Promise<readonly Owed<TextBack>[]>;
  /** What became of it; its job goes. */
  settleTextBack(job: Job, fate: TextBackFate): Promise<void>;
}

export type InterruptedQuery = {
  readonly silentMs: number;
  /** Its own calls go on, however late it is. */
  readonly exceptProcess: number;
  readonly limit: number;
};

export type InterruptedCall = CallRecord & {
  /** When its process last said that it lives, by the storage's clock. */
  readonly seenAtMs: number;
};

/** What a session is told, what it tells, and how it ends. */

import type { BindRequest, Bodies, Command, Pdu, PduOf, Tlv } from './pdu.ts';
import type { BindMode, Role } from './permissions.ts';
import type { RequestAnswer } from './window.ts';

/** Durations against the peer run only while we read from it. */
export type SessionTimers = {
  /** The answer to our bind. */
  readonly bindAnswerMs: number;
  /** The peer's bind, when it is the one to bind. */
  readonly bindAwaitedMs: number;
  /** Silence after which we ask whether the peer is there, and how long it may take to say so. */
  readonly enquireAfterMs: number;
  readonly enquireAnswerMs: number;
  /** The answer to a submit or a delivery. */
  readonly responseMs: number;
  /** Open responses before an unbind, and then its answer. */
  readonly unbindMs: number;
  /** Our own answer to a message, before a temporary refusal is given in its place. */
  readonly answerWithinMs: number;
};

export const sessionTimerDefaults: SessionTimers = {
  bindAnswerMs: 30_000,
  bindAwaitedMs: 10_000,
  enquireAfterMs: 30_000,
  enquireAnswerMs: 10_000,
  responseMs: 60_000,
  unbindMs: 5_000,
  answerWithinMs: 2_000,
};

export type SessionSettings = SessionTimers & {
  readonly role: Role;
  /** How we call ourselves when we answer a bind. */
  readonly systemId: string;
  /** Requests of ours that may wait for their answer at a time. */
  readonly window: number;
  /** Requests of the peer that may wait for ours. */
  readonly unansweredMax: number;
  readonly maxPduBytes: number;
};

export type CloseReason =
  | 'told to close'
  | 'cut off'
  | 'peer unbound'
  | 'peer hung up'
  | 'connection lost'
  | 'stream lost'
  | 'no bind came'
  | 'bind refused'
  | 'bind unanswered'
  | 'enquire_link unanswered'
  | 'responses stopped';

/** Of these the peer may know nothing yet, so there is nobody to write a last word to. */
const abrupt: ReadonlySet<CloseReason> = new Set([
  'cut off',
  'connection lost',
  'enquire_link unanswered',
  'bind unanswered',
  'responses stopped',
]);

export function isAbrupt(reason: CloseReason): boolean {
  return abrupt.has(reason);
}

/** What a peer did that a good one does not; counted, and named in metrics. */
export type PduError =
  | 'stream lost'
  | 'unknown request'
  | 'unknown response'
  | 'request in wrong state'
  | 'cut short'
  | 'stray octets'
  | 'response to nothing'
  | 'handler failed';

/** A request that the other side's handler answers. */
export type MessageRequest =
  | PduOf<'submit_sm'>
  | PduOf<'deliver_sm'>
  | PduOf<'data_sm'>
  | PduOf<'submit_multi'>
  | PduOf<'query_sm'>
  | PduOf<'cancel_sm'>
  | PduOf<'replace_sm'>;

type ResponseName = Extract<`${MessageRequest['command']}_resp`, Command>;

/** Without a body the response's fields are left blank; `noAnswer` sends nothing at all. */
export type Answer =
  | { readonly status: number; readonly body?: Bodies[ResponseName] | undefined }
  | typeof noAnswer;

export const noAnswer = Symbol('no answer');

export type BindOutcome =
  | { readonly kind: 'bound'; readonly peerSystemId: string; readonly tlvs: readonly Tlv[] }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'closed' };

export type PduWay = 'sent' | 'received';

export interface SessionHandlers {
  /** Each PDU as it comes and goes, for who watches the link. */
  seen?(way: PduWay, pdu: Pdu): void;
  /** The peer wants to bind; the answer's status, 0 to take it. Without it no bind is taken. */
  bindRequested?(bind: BindRequest, mode: BindMode): Promise<number> | number;
  /** The peer's bind has been answered OK. */
  bound?(bind: BindRequest, mode: BindMode): void;
  request(request: MessageRequest): Promise<Answer> | Answer;
  /** Requests may be sent again; at most once a turn. */
  ready(): void;
  /** The answer to a request that had already been given up as uncertain. */
  lateResponse(reference: number, answer: RequestAnswer): void;
  /** A deliver_sm that could not be read. */
  unreadable(octets: Buffer): void;
  pduError(kind: PduError): void;
  closed(reason: CloseReason, error: Error | undefined): void;
}

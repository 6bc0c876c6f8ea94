/** What an outgoing leg that failed means for the call: another trunk, or this answer for the caller. */
import type { CallFailure } from '../sip/user-agent.ts';
import type { EndCause } from './call-record.ts';

export type LegVerdict =
  /** The callee has told another number (RFC 3261 §21.3). */
  | { readonly kind: 'redirected' }
  | { readonly kind: 'next trunk'; readonly cause: EndCause }
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly cause: EndCause;
      /** Whether the policy for unanswered calls may take it. */
      readonly unanswered: boolean;
    };

/** RFC 3261 §21.4 and 21.6: the callee has spoken, and no other way leads to another answer. */
const final: ReadonlyMap<number, EndCause> = new Map([
  [404, 'nonexistent'],
  [410, 'nonexistent'],
  [480, 'no_answer'],
  [484, 'nonexistent'],
  [486, 'busy'],
  [488, 'not_acceptable'],
]);

/** RFC 3261 §21.6, RFC 8197: of the callee wherever it is. §8.1.3.2: another one is taken as 600, busy everywhere. */
const global: ReadonlyMap<number, EndCause> = new Map([
  [603, 'declined'],
  [604, 'nonexistent'],
  [606, 'not_acceptable'],
  [607, 'declined'],
  [608, 'rejected'],
]);

export function judgeFailure(failure: CallFailure, wasRinging: boolean): LegVerdict {
  if (failure.kind === 'refused') return judgeStatus(failure.status, wasRinging);
  if (failure.kind === 'cancelled') return refuse(487, 'caller_cancelled');
  return failure.kind === 'timed out' && wasRinging ? refuse(480, 'no_answer') : nextTrunk;
}

const nextTrunk: LegVerdict = { kind: 'next trunk', cause: 'trunk_failed' };

function judgeStatus(status: number, wasRinging: boolean): LegVerdict {
  if (status < 400) return { kind: 'redirected' };
  if (status >= 600) return refuse(status, global.get(status) ?? 'busy');
  const cause = final.get(status);
  if (cause !== undefined) return refuse(status, cause);
  if (status === 408 && wasRinging) return refuse(480, 'no_answer');
  // 402, 403, 401 and 407 after our answer, 5xx: that carrier will not do it, another may.
  return nextTrunk;
}

const answersOfPeople: ReadonlySet<EndCause> = new Set(['no_answer', 'busy', 'declined']);

function refuse(status: number, cause: EndCause): LegVerdict {
  const unanswered = answersOfPeople.has(cause) || status === 404 || status === 410;
  return { kind: 'refuse', status, cause, unanswered };
}

/** RFC 3261 §20.33: seconds, perhaps with a comment and a duration behind them. */
export function askedRestMs(failure: CallFailure): number {
  if (failure.kind !== 'refused' || failure.status !== 503) return 0;
  const seconds = /^\d{1,6}/.exec(failure.response.headers.get('retry-after') ?? '')?.[0];
  return Number(seconds ?? 0) * 1_000;
}

/** What an answer to a webhook means: received, retried or given up, and what it says of the lane. */
import type { FaultText } from '#core/attempt-fault.ts';
import type { Answer } from './http/poster.ts';

export type Verdict =
  | { readonly result: 'received'; readonly note: string }
  | {
      readonly result: 'failed';
      /** A failing lane is down for all events; a failing row may be this event's own fault; our proxy is nobody's. */
      readonly blames: 'lane' | 'row' | 'nobody';
      readonly error: string;
      /** The receiver took too long, or said that it was too much. */
      readonly overloaded: boolean;
      /** So long nothing is to be sent. */
      readonly holdMs: number | undefined;
    }
  /** 410: nobody is there any more. */
  | { readonly result: 'gone'; readonly error: string }
  | { readonly result: 'forbidden'; readonly error: string }
  | { readonly result: 'stopped' };

/** A page that is to say in words that it has a report, and said something else. */
export const withoutAcknowledgement: Verdict = {
  result: 'failed',
  blames: 'row',
  error: 'answered without ACK/Jasmin' satisfies FaultText,
  overloaded: false,
  holdMs: undefined,
};

const holdMsMax = 3_600_000;
/** So long a proxy that fails is left alone by a lane. */
const proxyHoldMs = 5_000;

const notHttp: FaultText = 'not HTTP';

export function judge(answer: Answer, nowMs: number): Verdict {
  const { fault, status, hasHead } = answer;
  if (fault?.kind === 'forbidden') return { result: 'forbidden', error: fault.reason };
  if (fault?.kind === 'proxy') return failed('nobody', fault.reason, { holdMs: proxyHoldMs });
  if (fault?.kind === 'not HTTP') return failed('lane', `${notHttp}: ${fault.reason}`);
  // Received is what the status line says: a body cut or too slow afterwards is only noted.
  if (status >= 200 && status < 300) return { result: 'received', note: fault?.reason ?? '' };
  if (fault?.kind === 'stopped') return { result: 'stopped' };
  if (fault !== undefined && !hasHead) {
    return failed('lane', fault.reason, { overloaded: fault.kind === 'time-out' });
  }
  return judgeStatus(answer, nowMs);
}

function judgeStatus({ status, location, ...answer }: Answer, nowMs: number): Verdict {
  if (status === 410) return { result: 'gone', error: 'status 410' };
  if (status < 400) {
    const where = location === undefined ? '' : ` to ${location.slice(0, 200)}`;
    return failed('row', `status ${status}: redirect${where} not followed`);
  }
  const isLanes = status === 408 || status === 429 || status >= 500;
  if (!isLanes) return failed('row', `status ${status}`);
  return failed('lane', `status ${status}`, {
    overloaded: status === 429,
    holdMs: status === 429 || status === 503 ? holdMs(answer, nowMs) : undefined,
  });
}

function failed(
  blames: 'lane' | 'row' | 'nobody',
  error: string,
  more: { readonly overloaded?: boolean; readonly holdMs?: number | undefined } = {},
): Verdict {
  return {
    result: 'failed',
    blames,
    error,
    overloaded: more.overloaded ?? false,
    holdMs: more.holdMs,
  };
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * RFC 9110 §10.2.3: Retry-After is a number of seconds or a date; a date is read against the
 * response's own Date, since the two clocks are the receiver's. What is unreadable or past is ignored.
 */
function holdMs(answer: Pick<Answer, 'retryAfter' | 'date'>, nowMs: number): number | undefined {
  const { retryAfter = '' } = answer;
  const untilMs = parseHttpDate(retryAfter);
  const heldMs = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : (untilMs ?? 0) - (parseHttpDate(answer.date ?? '') ?? nowMs);
  return heldMs > 0 ? Math.min(heldMs, holdMsMax) : undefined;
}

function parseHttpDate(text: string): number | undefined {
  const atMs = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}

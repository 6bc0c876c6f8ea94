/** What a client hears when something throws, and what the log keeps of it. */
import { errorFields, type Log } from '#core/log.ts';
import { CommitUnknown } from '#core/unavailable.ts';
import type { RequestHead } from './http/http-message.ts';
import { type Refusal, refuse } from './reply.ts';

/** Frames of a stack that the log keeps. */
const framesMax = 6;

/** The sentence is general: what an error says may hold data. */
export function answerFailure(error: unknown, head: RequestHead, log: Log): Refusal {
  if (error instanceof CommitUnknown) {
    log.error('request.outcome_unknown', { requestId: head.id, ...errorFields(error) });
    return refuse('outcome is unknown');
  }
  const retryAfterS = retryAfter(error);
  if (retryAfterS !== undefined) {
    log.warn('request.postponed', { requestId: head.id, ...errorFields(error) });
    return refuse('service is unavailable', { retryAfterS });
  }
  const frames = error instanceof Error ? framesOf(error) : [];
  // Its message may hold what the client sent.
  log.error('request.failed', {
    requestId: head.id,
    ...errorFields(error),
    reason: undefined,
    frames,
  });
  return refuse('something broke');
}

/** An error that knows when trying again may help. It may have crossed a thread and lost its class. */
export function retryAfter(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { retryAfterS } = error as { readonly retryAfterS?: unknown };
  if (typeof retryAfterS === 'number') return retryAfterS;
  return error.name === 'StorageUnavailable' ? 2 : undefined;
}

/** Where it happened, without its message: that may hold what the client sent. */
function framesOf(error: Error): readonly string[] {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, framesMax).map((line) => line.trim());
}

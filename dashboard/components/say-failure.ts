/** What a person reads when a call has failed: what happened, and what to do about it. */
import { ApiFailure } from '../api/api-failure.ts';
import { fill } from '../texts/texts.ts';

type Texts = {
  readonly unreachable: string;
  readonly wentWrong: string;
  readonly requestId: string;
};

export type SaidFailure = {
  readonly what: string;
  /** Empty: `what` says it. */
  readonly fix: string;
  /** Under which id the server's log has it; empty: it has nothing of it. */
  readonly request: string;
};

export function sayFailure(failure: unknown, texts: Texts): SaidFailure {
  if (!(failure instanceof ApiFailure)) return { what: texts.wentWrong, fix: '', request: '' };
  const { status, message, fix, requestId } = failure;
  const told = message === '' ? texts.wentWrong : message;
  return {
    what: status === 0 ? texts.unreachable : told,
    fix,
    request: requestId === undefined ? '' : fill(texts.requestId, { id: requestId }),
  };
}

/** The sentence that a person reads when a call has failed. */
import type { ApiFailure } from '../api/api-failure.ts';

export function sayFailure(
  failure: Pick<ApiFailure, 'status' | 'message'>,
  texts: { readonly unreachable: string; readonly wentWrong: string },
): string {
  if (failure.status === 0) return texts.unreachable;
  return failure.message === '' ? texts.wentWrong : failure.message;
}

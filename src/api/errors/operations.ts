/** What operations refuse, as HTTP tells it. */
import { nameFields, type RefusalKind, type RefusalWords, type Sentence } from '#core/words.ts';
import { operationRefusals } from '#operation-words.ts';
import type { ErrorReply } from './error-reply.ts';

/** A field is called as in the body. */
const nameOf = (field: string): string => field;

type Code = keyof typeof operationRefusals;

const replies = {
  invalid: { code: 9, status: 400 },
  unproved: { code: 401, status: 401 },
  forbidden: { code: 403, status: 403 },
  unknown: { code: 404, status: 404 },
  conflict: { code: 409, status: 409 },
  'too many': { code: 429, status: 429 },
  unavailable: { code: 503, status: 503 },
} as const satisfies Record<RefusalKind, Pick<ErrorReply, 'code' | 'status'>>;

export const operationErrors = Object.fromEntries(
  Object.entries<RefusalWords>(operationRefusals).map(([code, { kind, fix, ...words }]) => [
    code,
    { ...replies[kind], ...inJson(words), fix: inJson(fix) },
  ]),
) as Readonly<Record<Code, ErrorReply>>;

function inJson({ en, fr }: Sentence): Sentence {
  return { en: nameFields(en, nameOf), fr: nameFields(fr, nameOf) };
}

/** Kinds of values that only routes have. */
import { type ValueKind, wholeNumber } from '#core/value-kind.ts';
import { type Grade, type SenderKind, senderKinds } from '#sms/routing/route.ts';

/** Any kind of sender is an empty list. */
export const senders: ValueKind<readonly SenderKind[]> = {
  form: `any, or some of ${senderKinds.join(', ')} with commas between them`,
  read(text) {
    if (text === 'any') return [];
    const words = text.split(',').map((word) => word.trim());
    const read = senderKinds.filter((kind) => words.includes(kind));
    return read.length === words.length ? read : undefined;
  },
};

/** Null: either. */
export const grade: ValueKind<Grade | null> = {
  form: '1, 2 or any',
  read(text) {
    if (text === 'any') return null;
    return text === '1' || text === '2' ? (Number(text) as Grade) : undefined;
  },
};

export const priority = wholeNumber(1, 1_000);
export const weight = wholeNumber(1, 1_000);

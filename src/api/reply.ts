/** What a command answers, and the envelope of the interface around it. */

import type { ReplyStream } from '#core/reply-stream.ts';
import { fillIn, type Params, type Sentence } from '#core/words.ts';
import type { ErrorReply } from './errors/error-reply.ts';
import { type ErrorWord, errors } from './errors.ts';
import type { Language } from './language.ts';

export type FieldValue =
  | string
  | number
  | boolean
  | null
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };

/** The members of a reply, in the order in which they are written. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** One thing that is wrong: its word, the parameter it is about, and what its sentence names. */
export type Problem = {
  readonly word: ErrorWord;
  readonly field?: string | undefined;
  readonly details?: Params | undefined;
};

export type Success = {
  readonly ok: true;
  readonly fields: Fields;
  /** The JSON of the fields, where a part of it is written already and must keep its octets. */
  readonly json?: (() => string) | undefined;
  /** In place of the fields, in whatever format is asked: a reply that goes on. */
  readonly stream?: EndlessReply | undefined;
  /** In place of the fields, in whatever format is asked. */
  readonly file?: FileReply | undefined;
};

export type FileReply = {
  readonly contentType: string;
  /** Under which it is kept where it is downloaded: letters, digits, dots and dashes. */
  readonly name: string;
  readonly octets: Buffer;
};

export type EndlessReply = {
  readonly contentType: string;
  readonly start: (out: ReplyStream) => void;
};

export type Refusal = {
  readonly ok: false;
  /** The first gives the reply its code and status. */
  readonly problems: readonly [Problem, ...Problem[]];
  readonly retryAfterS?: number | undefined;
  /** The methods that would do, where one is not allowed. */
  readonly allow?: string | undefined;
};

export type Answer = Success | Refusal;

export function succeed(fields: Fields): Success {
  return { ok: true, fields: { success: true, code: 200, ...fields } };
}

export type RefusalOptions = Omit<Problem, 'word'> & Pick<Refusal, 'retryAfterS' | 'allow'>;

export function refuse(word: ErrorWord, options: RefusalOptions = {}): Refusal {
  const { field, details, retryAfterS, allow } = options;
  return { ok: false, problems: [{ word, field, details }], retryAfterS, allow };
}

export function replyOf(refusal: Refusal): ErrorReply {
  return errors[refusal.problems[0].word];
}

/** Clients read `error` or `errors`; both are the same list, of one element at least. */
export function envelope(refusal: Refusal, language: Language, say = sentence): Fields {
  const elements = refusal.problems.map((problem) => ({
    elementId: elementId(problem.field),
    message: say(problem, language),
  }));
  return {
    success: false,
    code: replyOf(refusal).code,
    message: say(refusal.problems[0], language),
    error: elements,
    errors: elements,
  };
}

function elementId(field: string | undefined): string {
  return field === undefined ? 'data' : `children[${field}].data`;
}

/** In words, for people: what is wrong and with which parameter. */
export function sentence(problem: Problem, language: Language): string {
  return sentenceIn(errors[problem.word], problem, language);
}

/** Other words for the same problem. */
export function sentenceIn(
  words: Sentence,
  { field, details }: Problem,
  language: Language,
): string {
  const values: Params = { ...(field !== undefined && { name: field }), ...details };
  return fillIn(words[language], values, language);
}

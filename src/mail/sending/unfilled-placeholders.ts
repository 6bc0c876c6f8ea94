/** Placeholders of an email that recipients would read as they were written. */
import { isSystemWord } from '../message/system-words.ts';
import { compileTemplate, hasWord, unfilledWords } from '../message/template.ts';
import type { EmailRequest } from './email-request.ts';
import type { EmailJudgement } from './judge-email.ts';

/** Told at the most, which also bounds the search: words that have a value are as few as the values. */
const toldMax = 20;

/** `{{name}}`, as other services write it: nothing takes its place here. */
const foreignForm = /\{\{[^{}\n]{1,64}\}\}/g;

/** Of subject, html and text, up to 20 that have no value for one of those who get the email. */
export function unfilledPlaceholders({
  request,
  going,
}: Pick<EmailJudgement, 'going'> & { readonly request: WrittenEmail }): readonly string[] {
  const isFilled = (name: string) =>
    isSystemWord(name, request.stream !== null) ||
    hasWord(name, [request.variables]) ||
    going.every(({ variables }) => hasWord(name, [variables ?? {}]));
  const found = new Map<string, string>();
  for (const text of [request.subject, request.html, request.text ?? '']) {
    for (const written of unfilledIn(text, isFilled)) {
      const name = written.toUpperCase();
      if (!found.has(name)) found.set(name, written);
      if (found.size === toldMax) return [...found.values()];
    }
  }
  return [...found.values()];
}

type WrittenEmail = Pick<EmailRequest, 'subject' | 'html' | 'text' | 'variables' | 'stream'>;

function* unfilledIn(text: string, isFilled: (name: string) => boolean) {
  yield* unfilledWords(compileTemplate(text, 'text'), isFilled);
  for (const [written] of text.matchAll(foreignForm)) yield written;
}

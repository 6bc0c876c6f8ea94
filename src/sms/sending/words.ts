/** The words of a text as they are sent: in one normal form, and in another alphabet's where that was wished. */
import type { SendRequest } from '#sms/send-request.ts';
import { normaliseText } from '#sms/text/text-normal.ts';
import { transliterate } from '#sms/text/transliterate.ts';

export function wordsOf(written: string, request: SendRequest): string {
  return transliterate(normaliseText(written), wishOf(request));
}

/** The request's text where its characters have been replaced; undefined where they stand as they came. */
export function replacedWords(request: SendRequest): string | undefined {
  if (wishOf(request) === 'off') return undefined;
  const words = wordsOf(request.text, request);
  return words === normaliseText(request.text) ? undefined : words;
}

/** Who asks for UCS-2 keeps every character; octets that travel as they came are no text. */
function wishOf({ caller, forceUnicode, submission, transliterate: wish }: SendRequest) {
  if (forceUnicode || (submission?.carried ?? null) !== null) return 'off';
  return wish ?? caller.account.transliterate;
}

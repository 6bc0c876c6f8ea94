/** Which phone is to get which text. */
import type { SendRequest } from '#sms/send-request.ts';
import type { Addressee } from './judgement.ts';
import { wordsOf } from './words.ts';

/** `mention` is put behind a text that was asked to say how to stop it. */
export function addressTexts(
  request: SendRequest,
  mention: string | undefined,
): readonly Addressee[] {
  const { phones, texts } = request;
  const text = mentioning(mention, wordsOf(request.text, request));
  return phones.map((phone, place) => {
    const own = texts?.[place];
    return { phone, text: own === undefined ? text : mentioning(mention, wordsOf(own, request)) };
  });
}

/** A text of nothing stays one, and is refused. */
function mentioning(mention: string | undefined, text: string): string {
  return mention === undefined || text === '' ? text : `${text}\n${mention}`;
}

/** Which phone is to get which text. */
import type { SendRequest } from '#sms/send-request.ts';
import { normaliseText } from '#sms/text/text-normal.ts';
import type { Addressee } from './judgement.ts';

/** `mention` is put behind a text that was asked to say how to stop it. */
export function addressTexts(
  { phones, text: written }: SendRequest,
  mention: string | undefined,
): readonly Addressee[] {
  const said = normaliseText(written);
  // A text of nothing stays one, and is refused.
  const text = mention === undefined || said === '' ? said : `${said}\n${mention}`;
  return phones.map((phone) => ({ phone, text }));
}

/** The first step: which phone is to get which text. */
import type { SendRequest } from '#sms/send-request.ts';
import { normaliseText } from '#sms/text/text-normal.ts';
import type { Addressee } from './judgement.ts';

export function addressTexts({ phones, text: written }: SendRequest): readonly Addressee[] {
  const text = normaliseText(written);
  return phones.map((phone) => ({ phone, text }));
}

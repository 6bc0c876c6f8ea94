/** A sender's name: 3 to 11 letters or digits of the GSM alphabet, at least one of them a letter. */
import { firstNonGsm } from './gsm.ts';

export function isSenderWord(text: string): boolean {
  const isWord = /^[\p{L}\p{Nd}]{3,11}$/u.test(text) && /\p{L}/u.test(text);
  return isWord && firstNonGsm(text) === undefined;
}

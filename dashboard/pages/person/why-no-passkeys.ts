/** Why nobody can make a passkey on this page, in words; undefined: they can. */
import type { Answer } from '../../api/operate.ts';
import { knowsPasskeys } from '../../api/passkeys.ts';

type Here = Answer<'sign-in look'>['passkeys'];

type WhyTexts = {
  readonly hostIsAddress: string;
  readonly httpsIsMissing: string;
  readonly browserKnowsNone: string;
};

export function whyNoPasskeys(here: Here, texts: WhyTexts): string | undefined {
  if (here === 'host is an address') return texts.hostIsAddress;
  if (here === 'https is missing') return texts.httpsIsMissing;
  return knowsPasskeys() ? undefined : texts.browserKnowsNone;
}

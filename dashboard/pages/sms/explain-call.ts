/** Why a call ended, in words, and what to do about it. */
import type { callAdviceTexts, causeTexts, textBackTexts } from '../../texts/calls.ts';
import { fill } from '../../texts/texts.ts';
import type { OneCall } from './one-call.ts';

type Cause = NonNullable<OneCall['cause']>;
type Advices = (typeof callAdviceTexts)['en'];
type Ended = { readonly cause: string; readonly rule: string };

/** The compiler sees that each cause has words. */
export function describeCause(cause: Cause, texts: (typeof causeTexts)['en']): string {
  return texts[cause];
}

/** The rule says more than the cause; `unanswered: busy` is why a message was taken. */
export function adviseOn({ cause, rule }: Ended, texts: Advices): string {
  const wanted = [rule, cause].find((word) => Object.hasOwn(texts, word));
  return wanted === undefined ? texts.none : texts[wanted as keyof Advices];
}

/** Of a text to a caller; a word of another version is shown as it is. */
export function describeRefusal(why: string, texts: (typeof textBackTexts)['en']): string {
  return Object.hasOwn(texts, why) ? texts[why as keyof typeof texts] : fill(texts.other, { why });
}

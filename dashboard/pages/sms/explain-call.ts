/** Why a call ended, in words, and what to do about it. */
import type {
  callAdviceTexts,
  causeTexts,
  oneCallTexts,
  textBackTexts,
} from '../../texts/calls.ts';
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

/** How the rule of a call begins where its message was taken because nobody answered. */
const takenAfter = 'unanswered: ';

/** Its answer took a message: at once, or because nobody else answered. */
export function isVoicemail({ kind, rule }: Pick<OneCall, 'kind' | 'rule'>): boolean {
  return kind === 'voicemail' || rule.startsWith(takenAfter);
}

type RuleTexts = {
  readonly page: (typeof oneCallTexts)['en'];
  readonly causes: (typeof causeTexts)['en'];
  readonly advices: Advices;
};

/** Undefined where the advice says it, or there is none; a rule of another version is shown as it is. */
export function describeRule(
  rule: string,
  { page, causes, advices }: RuleTexts,
): string | undefined {
  if (rule === '' || Object.hasOwn(advices, rule)) return undefined;
  const cause = rule.startsWith(takenAfter) ? rule.slice(takenAfter.length) : '';
  return Object.hasOwn(causes, cause)
    ? fill(page.messageWhy, { cause: causes[cause as Cause] })
    : fill(page.rule, { rule });
}

/** Of a text to a caller; a word of another version is shown as it is. */
export function describeRefusal(why: string, texts: (typeof textBackTexts)['en']): string {
  return Object.hasOwn(texts, why) ? texts[why as keyof typeof texts] : fill(texts.other, { why });
}

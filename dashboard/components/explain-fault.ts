/** What the code of a failed attempt says, beside the text that was recorded. */
import type { Answer } from '../api/operate.ts';
import type { faultTexts } from '../texts/faults.ts';
import { fill } from '../texts/texts.ts';

export type Fault = Answer<'endpoint attempts'>['attempts'][number]['fault'];
type FaultCode = NonNullable<Fault>['code'];

/** Undefined: the other server’s words have no code, and are shown as they came. */
export function explainFault(
  fault: Fault,
  texts: Readonly<Record<FaultCode, string>> & (typeof faultTexts)['en'],
): string | undefined {
  return fault === null ? undefined : fill(texts[fault.code], fault.params);
}

/** The recorded text, where the words do not say all of it. */
export function unsaidOf(raw: string, fault: Fault): string | undefined {
  const isSaid = raw === '' || raw === `status ${fault?.params['status']}`;
  return isSaid ? undefined : raw;
}

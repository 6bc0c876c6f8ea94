/** What a stored reason means, and what to do about it. */
import type { reasonTexts } from '../../texts/reasons.ts';
import { fill } from '../../texts/texts.ts';

type Texts = (typeof reasonTexts)['en'];

export function explainReason(reason: string, texts: Texts): string {
  if (Object.hasOwn(texts, reason)) return texts[reason as keyof Texts];
  const code = /^refused_(?<code>0x[0-9a-f]+)$/.exec(reason)?.groups?.['code'];
  return code === undefined ? texts.other : fill(texts.refused, { code });
}

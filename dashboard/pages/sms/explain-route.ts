/** Why a message took a way: what is stored is English words, which may hold others. */
import type { routeReasonTexts } from '../../texts/route-reasons.ts';
import { fill } from '../../texts/texts.ts';

type Texts = (typeof routeReasonTexts)['en'];

/** How the server puts its words together; what stands in none of them is shown as it is. */
const forms = [
  {
    text: 'paid',
    of: /^(?<reason>.+); (?<parts>\d+) parts where (?<before>\d+) (?:was|were) paid$/,
  },
  { text: 'tried', of: /^(?<reason>.+): (?<operator>.+) is tried$/ },
] as const;

export function explainRoute(words: string, texts: Texts): string {
  for (const { text, of } of forms) {
    const found = of.exec(words)?.groups;
    if (found === undefined) continue;
    const { reason } = found;
    const inner = reason === undefined ? {} : { reason: explainRoute(reason, texts) };
    return fill(texts[text], { ...found, ...inner });
  }
  return Object.hasOwn(texts, words) ? texts[words as keyof Texts] : words;
}

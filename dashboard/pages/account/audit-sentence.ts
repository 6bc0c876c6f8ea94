/** A change of the audit as a sentence: who did what to which. */
import type { Answer } from '../../api/operate.ts';
import type { auditTexts } from '../../texts/audit.ts';
import type { auditSentences } from '../../texts/audit-sentences.ts';
import { fill } from '../../texts/texts.ts';
import { actorName } from './actor-name.ts';

type Change = Pick<Answer<'audit list'>['audit'][number], 'actor' | 'action' | 'target'>;
type Sentences = Readonly<Record<string, string>> & (typeof auditSentences)['en'];
type Texts = (typeof auditTexts)['en'];

/** An action that has no sentence stands as it is written. */
export function auditSentence(
  { actor, action, target }: Change,
  sentences: Sentences,
  texts: Texts,
): string {
  const told = Object.hasOwn(sentences, action) ? sentences[action] : undefined;
  return `${actorName(actor, texts)} ${fill(told ?? `${action} {target}`, { target })}`.trim();
}

/** Who changed or moved something, as a person reads it: actors that are no people have names of their own. */
import type { auditTexts } from '../../texts/audit.ts';
import { fill } from '../../texts/texts.ts';

type Texts = Pick<(typeof auditTexts)['en'], 'byKey' | 'byCommand' | 'byStart' | 'bySystem'>;

export function actorName(actor: string, texts: Texts): string {
  const key = /^(?:api )?key (?<id>\d+)$/.exec(actor)?.groups?.['id'];
  if (key !== undefined) return fill(texts.byKey, { id: key });
  const names = new Map([
    ['command line', texts.byCommand],
    ['start', texts.byStart],
    ['first start', texts.byStart],
    ['system', texts.bySystem],
  ]);
  return names.get(actor) ?? actor;
}

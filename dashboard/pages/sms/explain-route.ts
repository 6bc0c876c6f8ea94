/** Why a message took a way. */
import type { routeReasonTexts } from '../../texts/route-reasons.ts';
import { fill } from '../../texts/texts.ts';
import type { Step } from './story-step.ts';

type Texts = (typeof routeReasonTexts)['en'];
type Reason = Extract<Step, { kind: 'routed' }>['reason'];

export function explainRoute(
  { code, word = '', tried, beyond, isQuiet = false, heldBy }: Reason,
  texts: Texts,
): string {
  let reason = code === 'refused' || code === 'unknown' ? word : texts[code];
  if (tried !== undefined) reason = fill(texts.tried, { reason, operator: tried });
  if (beyond !== undefined) {
    reason = fill(texts.paid, { reason, parts: beyond.parts, before: beyond.paid });
  }
  if (isQuiet) reason = fill(texts.quiet, { reason });
  return heldBy === undefined ? reason : fill(texts.held, { reason, rule: heldBy });
}

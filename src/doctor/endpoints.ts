/** Webhook endpoints that do not take their events, and what is pending for them. */

import { fillSentence, joined, type Sentence } from '#core/words.ts';
import { owedMax } from '#model/engines.ts';
import { type Finding, ok, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';
import type { DoctorStores } from './stores.ts';

type Stores = Pick<DoctorStores, 'webhooks' | 'jobs'>;

const namedMax = 10;

/** Their owners fix them: a warning, whatever is pending. */
export async function lookAtEndpoints({ webhooks, jobs }: Stores): Promise<Finding> {
  const { owed } = await jobs.findLag('webhook', owedMax);
  const pending = countedOwed(owed);
  const failing = await webhooks.listFailing();
  const { paused, disabled } = await webhooks.countAtRest();
  const isHeld = owed > 0 && paused + disabled > 0;
  if (failing.length === 0 && !isHeld) return ok('endpoints are well', { pending });
  const named = failing.slice(0, namedMax).map((id) => `#${id}`);
  const troubles = [
    ...told(findingParts.failing, failing.length, named.join(', ')),
    ...told(findingParts.disabled, disabled),
    ...told(findingParts.paused, paused),
  ];
  return warn('endpoints take nothing', { troubles: joined(troubles), pending });
}

function told(sentence: Sentence, count: number, named = ''): readonly Sentence[] {
  return count === 0 ? [] : [fillSentence(sentence, { count, named })];
}

/** Counted no further than `owedMax`. */
export function countedOwed(owed: number): number | Sentence {
  return owed >= owedMax ? fillSentence(findingParts.orMore, { count: owedMax }) : owed;
}

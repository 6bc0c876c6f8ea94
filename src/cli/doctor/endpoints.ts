/** Webhook endpoints that do not take their events, and what is pending for them. */

import { owedMax } from '#model/engines.ts';
import type { Installation } from '../installation.ts';
import { type Finding, ok, warn } from './finding.ts';

type Stores = Pick<Installation['storage'], 'endpoints' | 'lanes'>;

const namedMax = 10;

/** Their owners mend them: a warning, whatever is pending. */
export async function lookAtEndpoints({ endpoints, lanes }: Stores): Promise<Finding> {
  const of = 'webhook endpoints';
  const { owed } = await lanes.findLag('webhook', owedMax);
  const pending = `pending deliveries: ${owed >= owedMax ? `${owedMax} or more` : owed}`;
  const failing = await endpoints.listFailing();
  const { paused, disabled } = await endpoints.countAtRest();
  const isHeld = owed > 0 && paused + disabled > 0;
  if (failing.length === 0 && !isHeld) return ok(of, `None fails; ${pending}.`);
  const named = failing.slice(0, namedMax).map((id) => `#${id}`);
  const troubles = [
    ...(failing.length > 0 ? [`${failing.length} fail (${named.join(', ')})`] : []),
    ...(disabled > 0 ? [`${disabled} disabled`] : []),
    ...(paused > 0 ? [`${paused} paused`] : []),
  ];
  const fix = 'See why: parley endpoint attempts ID. Mend the receiver, or remove the endpoint.';
  return warn(of, `${troubles.join(', ')}; ${pending}.`, fix);
}

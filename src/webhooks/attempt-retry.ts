/** When an attempt goes again, and whether its answer ends the endpoint. */
import type { EndpointAlerts } from './endpoint-alerts.ts';
import type { LaneHealth, Tried } from './lane-health.ts';
import type { LaneReceiver } from './lane-receiver.ts';
import type { Judged } from './settlement.ts';

type RetryPorts = {
  readonly receiver: Pick<LaneReceiver, 'receiver' | 'endpoint'>;
  readonly health: Pick<LaneHealth, 'isHopeless' | 'retryAtMs'>;
  readonly trouble: Pick<EndpointAlerts, 'giveUp'>;
};

/** Undefined: never. */
export function retryAtMs(
  verdict: Judged,
  tried: Tried,
  { receiver, health, trouble }: RetryPorts,
): number | undefined {
  if (verdict.result === 'received') return undefined;
  // The URLs of one origin that requests give are many clients' pages: one that is gone is not all.
  const isRequests = receiver.receiver?.endpoint.source === 'request';
  if (verdict.result === 'gone' && isRequests) return undefined;
  const { endpoint } = receiver;
  if (verdict.result === 'gone') trouble.giveUp('answered 410, gone', tried.nowMs);
  else if (!isRequests && endpoint?.settings.autoDisable === true) {
    if (health.isHopeless(tried.nowMs)) trouble.giveUp('took nothing for five days', tried.nowMs);
  }
  return health.retryAtMs(verdict, tried);
}

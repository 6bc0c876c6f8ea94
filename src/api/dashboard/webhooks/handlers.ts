/** All that the pages about webhooks ask. */
import type { Handler } from '#api/dashboard/handler.ts';
import { endpointHandlers } from './endpoints.ts';
import { eventHandlers } from './events.ts';
import type { WebhookPagePorts } from './ports.ts';
import { replayHandlers } from './replays.ts';
import { secretHandlers } from './secrets.ts';

export function webhookHandlers(ports: WebhookPagePorts): readonly Handler[] {
  return [
    ...endpointHandlers(ports),
    ...secretHandlers(ports),
    ...eventHandlers(ports),
    ...replayHandlers(ports),
  ];
}

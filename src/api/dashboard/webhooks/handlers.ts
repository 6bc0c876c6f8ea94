/** All that the pages about webhooks ask. */
import type { Handler } from '#api/dashboard/handler.ts';
import { eventHandlers } from './events.ts';
import type { WebhookPagePorts } from './ports.ts';
import { replayHandlers } from './replays.ts';

export function webhookHandlers(ports: WebhookPagePorts): readonly Handler[] {
  return [...eventHandlers(ports), ...replayHandlers(ports)];
}

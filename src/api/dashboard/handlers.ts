/** All handlers of the dashboard's API, area by area, and what they ask of the program. */
import type { Handler } from './handler.ts';
import { peopleHandlers } from './people/handlers.ts';
import type { PeoplePagePorts } from './people/ports.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
import type { WebhookPagePorts } from './webhooks/ports.ts';

export type DashboardPorts = PeoplePagePorts & WebhookPagePorts;

export function dashboardHandlers(ports: DashboardPorts): readonly Handler[] {
  return [...peopleHandlers(ports), ...webhookHandlers(ports)];
}

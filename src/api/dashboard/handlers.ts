/** All handlers of the dashboard's API, area by area, and what they ask of the program. */

import {
  type OperationHandlerPorts,
  operationHandlers,
} from '#api/operations/operation-handlers.ts';
import type { Handler } from './handler.ts';
import { type MailSendingPorts, mailSendingHandlers } from './mail-sending/handlers.ts';

export type DashboardPorts = MailSendingPorts & { readonly operations: OperationHandlerPorts };

export function dashboardHandlers(ports: DashboardPorts): readonly Handler[] {
  return [...mailSendingHandlers(ports), ...operationHandlers(ports.operations)];
}

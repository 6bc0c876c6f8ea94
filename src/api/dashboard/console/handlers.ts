/** All that the console asks. */
import type { Handler } from '#api/dashboard/handler.ts';
import { accountViewHandlers } from './account-views.ts';
import { auditHandlers } from './audit.ts';
import type { ConsolePorts } from './ports.ts';

export function consoleHandlers(ports: ConsolePorts): readonly Handler[] {
  return [...accountViewHandlers(ports), ...auditHandlers(ports)];
}

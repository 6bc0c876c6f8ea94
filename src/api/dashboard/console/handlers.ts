/** All that the console asks. */
import type { Handler } from '#api/dashboard/handler.ts';
import { consoleAccountHandlers } from './accounts.ts';
import { limitHandlers } from './limits.ts';
import { operatorHandlers } from './operators.ts';
import type { ConsolePorts } from './ports.ts';
import { routeHandlers } from './routes.ts';
import { systemHandlers } from './system.ts';

export function consoleHandlers(ports: ConsolePorts): readonly Handler[] {
  return [
    ...consoleAccountHandlers(ports),
    ...limitHandlers(ports),
    ...operatorHandlers(ports),
    ...routeHandlers(ports),
    ...systemHandlers(ports),
  ];
}

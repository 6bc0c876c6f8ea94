/** All that the console asks. */
import type { Handler } from '#api/dashboard/handler.ts';
import { consoleAccountHandlers } from './accounts.ts';
import { doctorHandlers } from './doctor.ts';
import { numberHandlers } from './numbers.ts';
import { policyHandlers } from './policy.ts';
import type { ConsolePorts } from './ports.ts';
import { systemHandlers } from './system.ts';

export function consoleHandlers(ports: ConsolePorts): readonly Handler[] {
  return [
    ...consoleAccountHandlers(ports),
    ...policyHandlers(ports),
    ...doctorHandlers(ports),
    ...numberHandlers(ports),
    ...systemHandlers(ports),
  ];
}

/** Runs the doctor. */
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

export function doctorHandler({ doctor }: Pick<ConsolePorts, 'doctor'>): Handler {
  return handle(definitions.examine, async () => {
    const findings = await doctor.examine();
    return give({ findings: findings.map(({ fix = null, ...rest }) => ({ ...rest, fix })) });
  });
}

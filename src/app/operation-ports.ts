/** What operations work on, in a server and in a command alike. */

import type { InstallationPorts } from '#operations.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import type { Common } from './common.ts';

export function installationPorts({
  clock,
  storage,
  sealer,
}: Pick<Common, 'clock' | 'storage' | 'sealer'>): InstallationPorts {
  const random = Math.random;
  return { ...storage, clock, sealer, tryBind: (link) => tryBind(link, { clock, random }) };
}

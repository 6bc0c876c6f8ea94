/** What operations work on, in a server and in a command alike. */

import type { InstallationPorts, OperationPorts } from '#operations.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

export function installationPorts({
  clock,
  storage,
  sealer,
}: Pick<Common, 'clock' | 'storage' | 'sealer'>): InstallationPorts {
  const random = Math.random;
  return { ...storage, clock, sealer, tryBind: (link) => tryBind(link, { clock, random }) };
}

/** And what a running server knows besides. */
export function serverPorts(
  common: Pick<Common, 'clock' | 'storage' | 'sealer'>,
  { notes }: Pick<Engines, 'notes'>,
): OperationPorts & Pick<Common, 'clock'> {
  const { storage, clock } = common;
  return { ...installationPorts(common), ...storage, clock, openLinks: notes };
}

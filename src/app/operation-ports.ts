/** What operations work on, in a server and in a command alike. */

import type { InstallationPorts, OperationPorts } from '#operations.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import type { Common } from './common.ts';
import type { Engines } from './engines.ts';

type InstallationNeeds = Pick<Common, 'clock' | 'storage' | 'sealer'> & {
  readonly config: Pick<Common['config'], 'currency'>;
};

export function installationPorts({
  clock,
  config: { currency },
  storage,
  sealer,
}: InstallationNeeds): InstallationPorts {
  const random = Math.random;
  return {
    ...storage,
    clock,
    currency,
    sealer,
    tryBind: (link) => tryBind(link, { clock, random }),
  };
}

/** And what a running server knows besides. */
export function serverPorts(
  common: InstallationNeeds,
  { notes }: Pick<Engines, 'notes'>,
): OperationPorts & Pick<Common, 'clock'> {
  const { storage, clock } = common;
  return { ...installationPorts(common), ...storage, clock, openLinks: notes };
}

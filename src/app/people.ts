/** The people who sign in, on the storage and the settings of the installation. */
import { isLoopback } from '#api/http/connections.ts';
import type { Config } from '#config.ts';
import { browserKeyUse } from '#people/known-browsers.ts';
import { People } from '#people/people.ts';
import type { Common } from './common.ts';

export function openPeople({ config, storage, sealer, clock, log }: Common): People {
  return new People(
    {
      onlyThisMachine: isOnlyThisMachine(config),
      hostNames: hostNames(config),
      needsSecondFactor: config.mfa === 'required' || config.publicUrl !== undefined,
    },
    { ...storage, sealer, clock, log, browserKey: sealer.deriveKey(browserKeyUse) },
  );
}

/** Nobody else can try passwords, or take a session away. */
function isOnlyThisMachine({ hosts, publicUrl }: Config): boolean {
  return publicUrl === undefined && hosts.every((host) => host === 'localhost' || isLoopback(host));
}

function hostNames({ publicUrl }: Config): readonly string[] {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  return url === null ? [] : [url.hostname];
}

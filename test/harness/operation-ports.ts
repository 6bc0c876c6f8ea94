/** What operations of an installation without a server work on. */
import type { AddressGuard } from '#core/address-guard.ts';
import { type Clock, systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { InstallationPorts } from '#operations.ts';
import type { Storage } from '#storage/storage.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import { openEndpointManagement } from '#webhooks/management/open-management.ts';
import { installationPorts } from '../../src/app/operation-ports.ts';

type Opened = {
  readonly storage: Storage;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly guard: AddressGuard;
  readonly config: Parameters<typeof installationPorts>[0]['config'] | undefined;
  /** Undefined: nobody is mailed. */
  readonly letters?: Parameters<typeof installationPorts>[1]['letters'];
};

/** Nobody answers there: the DNS of tests is a name server of their own. */
export const usualConfig = {
  currency: 'EUR',
  homeCountry: 'FR',
  publicUrl: undefined,
  scheme: 'http',
  port: 8080,
  simulator: true,
  nameServers: ['127.0.0.1:1'],
  mail: { helloName: '', mode: 'catcher' },
} as const;

const noLetters = { invite: async () => false };

export function operationsOf({
  storage,
  sealer,
  clock,
  guard,
  config = usualConfig,
  letters = noLetters,
}: Opened): {
  readonly operations: InstallationPorts;
  readonly endpoints: EndpointManagement;
} {
  const { management: endpoints } = openEndpointManagement({
    config: { webhookProxy: undefined, webhookSourceAddress: undefined },
    storage,
    guard,
    sealer,
    // A receiver is a real one, and is waited for by a real clock.
    clock: systemClock,
    log: openLog('silent'),
    nextJobId: () => storage.ids.reserveIds('job', 1),
    changed: async () => undefined,
    stored: () => undefined,
  });
  const common = { config, clock, storage, sealer };
  return { operations: installationPorts(common, { endpoints, guard, letters }), endpoints };
}

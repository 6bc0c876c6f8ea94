/** What people do with endpoints, over HTTP or on the command line. */
import type { AddressGuard } from '#core/address-guard.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Job } from '#queue/job.ts';
import type { ReceiverPorts } from '../receiver.ts';
import { ReplySigners } from '../reply-signers.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { type EndpointManagement, endpointManagement } from './endpoint-management.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { Replayer } from './replayer.ts';

export type ManagementPorts = {
  readonly config: {
    readonly webhookProxy: ReceiverPorts['proxy'];
    readonly webhookSourceAddress: ReceiverPorts['sourceAddress'];
  };
  readonly storage: { readonly webhooks: WebhookStore & EndpointStore };
  readonly guard: AddressGuard;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Log;
  readonly nextJobId: () => number | Promise<number>;
  /** Where the built-in inspector is, if it is in this process. */
  readonly inspectorPort?: ReceiverPorts['inspectorPort'];
  /** An endpoint was changed in this process; settles when all have followed. */
  readonly changed: () => Promise<void>;
  /** They are in the table now. */
  readonly stored: (jobs: readonly Job[]) => void;
};

export function openEndpointManagement(ports: ManagementPorts): {
  readonly management: EndpointManagement;
  readonly replayer: Replayer;
} {
  const { config, storage, guard, sealer, clock } = ports;
  const { webhooks: store } = storage;
  const replayer = new Replayer({ ...ports, store });
  const management = endpointManagement({
    store,
    replayer,
    changed: ports.changed,
    listOwn: (accountId) => store.listAccountEndpoints(accountId),
    guard,
    sealer,
    clock,
    proxy: config.webhookProxy,
    sourceAddress: config.webhookSourceAddress,
    inspectorPort: ports.inspectorPort,
    signers: () => new ReplySigners(store, sealer),
  });
  return { management, replayer };
}

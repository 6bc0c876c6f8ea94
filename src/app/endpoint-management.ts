/** What people do with endpoints, over HTTP or on the command line. */
import type { Config } from '#config.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Job } from '#queue/job.ts';
import type { Storage } from '#storage/storage.ts';
import {
  type EndpointManagement,
  endpointManagement,
} from '#webhooks/management/endpoint-management.ts';
import { Replayer } from '#webhooks/management/replayer.ts';
import type { ReceiverPorts } from '#webhooks/receiver.ts';
import { ReplySigners } from '#webhooks/reply-signers.ts';

export type EndpointManagementNeeds = {
  readonly config: Pick<Config, 'webhookProxy' | 'webhookSourceAddress'>;
  readonly storage: Storage;
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

export type OpenedEndpointManagement = {
  readonly management: EndpointManagement;
  readonly replayer: Replayer;
};

export function openEndpointManagement(needs: EndpointManagementNeeds): OpenedEndpointManagement {
  const { config, storage, guard, sealer, clock } = needs;
  const { endpoints: store, replays, webhooks } = storage;
  const replayer = new Replayer({ ...needs, store: replays, webhooks });
  const management = endpointManagement({
    store,
    replays,
    replayer,
    changed: needs.changed,
    listOwn: (accountId) => webhooks.listAccountEndpoints(accountId),
    guard,
    sealer,
    clock,
    proxy: config.webhookProxy,
    sourceAddress: config.webhookSourceAddress,
    inspectorPort: needs.inspectorPort,
    signers: () => new ReplySigners(storage.replySigners, sealer),
  });
  return { management, replayer };
}

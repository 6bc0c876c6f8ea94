/** All that the HTTP API and the command line do with endpoints, over the same rules. */
import type { Clock } from '#core/clock.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ReceiverPorts } from '../receiver.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { EndpointDesk } from './endpoint-desk.ts';
import type { EndpointDeskStore } from './endpoint-desk-store.ts';
import type { RulePorts } from './endpoint-rules.ts';
import { type Tested, testEndpoint } from './endpoint-test.ts';
import type { ReplayStore } from './replay-store.ts';
import type { Replayer } from './replayer.ts';
import type { SamplePorts } from './sample-events.ts';
import type { SampleKind } from './sample-kinds.ts';
import { TestQuota } from './test-quota.ts';

export type EndpointOffice = {
  readonly desk: EndpointDesk;
  readonly store: EndpointDeskStore;
  readonly replays: ReplayStore;
  readonly replayer: Pick<Replayer, 'replayOne'>;
  /** All of an account's endpoints but those of requests. */
  readonly listOwn: WebhookStore['listAccountEndpoints'];
  readonly test: (endpoint: Endpoint, kind: SampleKind) => Promise<Tested>;
};

export type OfficePorts = Omit<ReceiverPorts, 'sockets' | 'guard'> &
  RulePorts &
  Pick<EndpointOffice, 'store' | 'replays' | 'replayer' | 'listOwn'> & {
    readonly clock: Clock;
    /** As they are now. */
    readonly signers: () => SamplePorts['signers'];
  };

export function openOffice(ports: OfficePorts): EndpointOffice {
  const { store, replays, replayer, listOwn, clock, signers } = ports;
  const quota = new TestQuota();
  return {
    desk: new EndpointDesk(ports),
    store,
    replays,
    replayer,
    listOwn,
    async test(endpoint, kind) {
      const { waitMs } = quota.take(endpoint.accountId, clock.monotonicMs());
      if (waitMs > 0) return { ok: false, waitMs };
      return {
        ok: true,
        ...(await testEndpoint(endpoint, kind, { ...ports, signers: signers() })),
      };
    },
  };
}

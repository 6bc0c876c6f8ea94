/** All that the HTTP API and the command line do with endpoints, over the same rules. */
import type { Clock } from '#core/clock.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ReceiverPorts } from '../receiver.ts';
import type { WebhookStore } from '../webhook-store.ts';
import type { RulePorts } from './endpoint-rules.ts';
import { EndpointService } from './endpoint-service.ts';
import type { EndpointStore } from './endpoint-store.ts';
import { type Tested, testEndpoint } from './endpoint-test.ts';
import type { Replayer } from './replayer.ts';
import type { SamplePorts } from './sample-events.ts';
import type { SampleKind } from './sample-kinds.ts';
import { TestQuota } from './test-quota.ts';

export type EndpointManagement = {
  readonly service: EndpointService;
  readonly store: EndpointStore;
  readonly replayer: Pick<Replayer, 'replayOne' | 'count'>;
  /** All of an account's endpoints but those of requests. */
  readonly listOwn: WebhookStore['listAccountEndpoints'];
  /** Called behind each change: events go where it says when it settles, in all processes. */
  readonly changed: () => Promise<void>;
  readonly test: (endpoint: Endpoint, kind: SampleKind) => Promise<Tested>;
};

export type EndpointManagementPorts = Omit<ReceiverPorts, 'sockets' | 'guard'> &
  RulePorts &
  Pick<EndpointManagement, 'store' | 'replayer' | 'listOwn' | 'changed'> & {
    readonly clock: Clock;
    /** As they are now. */
    readonly signers: () => SamplePorts['signers'];
  };

export function endpointManagement(ports: EndpointManagementPorts): EndpointManagement {
  const { store, replayer, listOwn, changed, clock, signers } = ports;
  const quota = new TestQuota();
  return {
    service: new EndpointService(ports),
    store,
    replayer,
    listOwn,
    changed,
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

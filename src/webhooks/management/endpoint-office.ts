/** All that the HTTP API and the command line do with endpoints, over the same rules. */
import type { Clock } from '#core/clock.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ReceiverPorts } from '../receiver.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { EndpointDesk } from './endpoint-desk.ts';
import type { EndpointDeskStore } from './endpoint-desk-store.ts';
import type { RulePorts } from './endpoint-rules.ts';
import { type SampleKind, type TestResult, testEndpoint } from './endpoint-test.ts';
import type { ReplayStore } from './replay-store.ts';
import type { Replayer } from './replayer.ts';

export type EndpointOffice = {
  readonly desk: EndpointDesk;
  readonly store: EndpointDeskStore;
  readonly replays: ReplayStore;
  readonly replayer: Pick<Replayer, 'replayOne'>;
  /** All of an account's endpoints but those of requests. */
  readonly listOwn: WebhookStore['listAccountEndpoints'];
  readonly test: (endpoint: Endpoint, kind: SampleKind) => Promise<TestResult>;
};

export type OfficePorts = Omit<ReceiverPorts, 'sockets' | 'guard'> &
  RulePorts &
  Pick<EndpointOffice, 'store' | 'replays' | 'replayer' | 'listOwn'> & {
    readonly clock: Clock;
  };

export function openOffice(ports: OfficePorts): EndpointOffice {
  const { store, replays, replayer, listOwn } = ports;
  return {
    desk: new EndpointDesk(ports),
    store,
    replays,
    replayer,
    listOwn,
    test: (endpoint, kind) => testEndpoint(endpoint, kind, ports),
  };
}

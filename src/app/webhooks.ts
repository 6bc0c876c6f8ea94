/** Webhooks: the engine, and what makes its events. */
import { randomUUID } from 'node:crypto';
import { LanePoller } from '#queue/lane-poller.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import { AccountEndpoints } from '#webhooks/account-endpoints.ts';
import { EventMaker } from '#webhooks/event-maker.ts';
import { ReplyMaker } from '#webhooks/reply-maker.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';
import { WebhookEngine } from '#webhooks/webhook-engine.ts';
import { type Common, type EngineNeeds, pollMs } from './common.ts';
import { takeId } from './ids.ts';

/** What SMS needs of the webhooks: somewhere to render an event, to hand it over, and to find a lane. */
export type Webhooks = {
  readonly engine: WebhookEngine;
  readonly reports: ReportMaker;
  readonly replies: ReplyMaker;
  readonly requestEndpoints: RequestEndpoints;
  /** An endpoint changed. */
  readonly forget: () => void;
};

export function openWebhooks(
  { clock, log, storage, sealer }: Common,
  { guard, ids, leases }: EngineNeeds,
  stack: AsyncDisposableStack,
): Webhooks {
  const store = storage.webhooks;
  const forReports = new AccountEndpoints(store, 'report', 'reply');
  const forReplies = new AccountEndpoints(store, 'reply');
  const nextJobId = (): number => takeId(ids.job);
  const requestEndpoints = new RequestEndpoints({ store, sealer, clock });
  const random = Math.random;
  const engine = stack.use(
    new WebhookEngine({
      store,
      guard,
      sealer,
      clock,
      random,
      log,
      leases,
      storedElsewhere: (lanes) => storage.hints?.tell(lanes),
      shardsTaken: () => poller.poke(),
    }),
  );
  const poller = new LanePoller({
    engine: 'webhook',
    jobs: storage.jobs,
    clock,
    log,
    everyMs: () => pollMs(leases),
    isWanted: () => engine.hasShards,
    wake: (lane, earliestJobId) => engine.wake(lane, earliestJobId),
  });
  engine.start();
  stack.use(poller).start();
  return {
    engine,
    reports: asReports(new EventMaker({ endpoints: forReports, nextJobId })),
    replies: new ReplyMaker({ endpoints: forReplies, nextJobId, makeUuid: randomUUID, random }),
    requestEndpoints,
    forget() {
      forReports.forget();
      forReplies.forget();
      requestEndpoints.forget();
      engine.forget();
    },
  };
}

/** A webhook is all that listens to reports. */
function asReports(maker: EventMaker): ReportMaker {
  return {
    deliveryReports(fact) {
      const event = maker.deliveryReport(fact);
      return event instanceof Promise ? event.then((made) => [made]) : [event];
    },
  };
}

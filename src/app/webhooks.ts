/** Webhooks: the engine, and what makes its events. */
import { randomUUID } from 'node:crypto';
import { hashApiKey } from '#accounts/api-key.ts';
import type { Clock } from '#core/clock.ts';
import { inspectorUrl } from '#core/inspector-url.ts';
import { Loop } from '#core/loop.ts';
import type { Sealer } from '#core/sealed.ts';
import { takeId } from '#queue/id-source.ts';
import { LanePoller } from '#queue/lane-poller.ts';
import type { Leases } from '#queue/leases.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import type { Storage } from '#storage/storage.ts';
import { AccountEndpoints } from '#webhooks/account-endpoints.ts';
import { EventMaker } from '#webhooks/event-maker.ts';
import { type LookupFact, lookupEvents } from '#webhooks/lookup-events.ts';
import { MailEvents } from '#webhooks/mail-events.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { Replayer } from '#webhooks/management/replayer.ts';
import { EventPull } from '#webhooks/pull/event-pull.ts';
import { ReplyMaker } from '#webhooks/reply-maker.ts';
import { ReplySigners } from '#webhooks/reply-signers.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';
import { makeSecret, secretPlace } from '#webhooks/signature.ts';
import { WebhookEngine } from '#webhooks/webhook-engine.ts';
import { type Common, type EngineNeeds, pollMs } from './common.ts';
import { openEndpointManagement } from './endpoint-management.ts';
import { type NoticePlaces, openEndpointNotices } from './endpoint-notices.ts';
import { openInspector } from './inspector.ts';
import { replayLease } from './leased-work.ts';

/** Slices follow each other as soon as they are delivered, but not sooner. */
const replayEveryMs = 250;

/** What SMS needs of the webhooks: somewhere to render an event, to hand it over, and to find a lane. */
export type Webhooks = {
  readonly engine: WebhookEngine;
  readonly reports: ReportMaker;
  readonly replies: ReplyMaker;
  readonly mails: MailEvents;
  readonly lookups: (fact: LookupFact) => Promise<readonly OwedEvent[]>;
  readonly requestEndpoints: RequestEndpoints;
  /** For clients that fetch their events. */
  readonly events: EventPull;
  /** Where people change endpoints. */
  readonly management: EndpointManagement;
  /** An endpoint changed. */
  readonly forget: () => void;
};

export type WebhookNeeds = Pick<EngineNeeds, 'commits' | 'guard' | 'ids' | 'leases'> & {
  /** Not asked before anything is sent. */
  readonly mailer: NoticePlaces['mailer'];
  /** Settles when other processes have followed a change. */
  readonly followed: () => Promise<void>;
};

export async function openWebhooks(
  common: Common,
  { commits, guard, ids, leases, mailer, followed }: WebhookNeeds,
  stack: AsyncDisposableStack,
): Promise<Webhooks> {
  const { config, clock, log, storage, sealer } = common;
  const inspector = await openInspector(common, stack);
  const store = storage.webhooks;
  const endpoints = new AccountEndpoints(store);
  const nextJobId = (): number => takeId(ids.job);
  const signers = new ReplySigners(storage.replySigners, sealer);
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
      proxy: config.webhookProxy,
      sourceAddress: config.webhookSourceAddress,
      notices: openEndpointNotices({ ...storage, mailer }),
      inspectorPort: () => inspector?.port,
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
  const events = new EventPull({
    store: storage.events,
    clock,
    log,
    everyMs: () => pollMs(leases),
  });
  commits.followEvents((stored) => {
    engine.offer(stored);
    events.committed(stored);
  });
  const { management, replayer } = openEndpointManagement({
    ...common,
    guard,
    nextJobId,
    inspectorPort: () => inspector?.port,
    async changed() {
      forget();
      await followed();
    },
    stored(jobs) {
      for (const { lane, id } of jobs) {
        engine.hint(lane);
        engine.wake(lane, id);
      }
      storage.hints?.tell(new Set(jobs.map(({ lane }) => lane)));
    },
  });
  stack.use(replaysLoop(replayer, leases, { clock, log })).start();
  engine.start();
  stack.use(poller).start();
  const forget = (): void => {
    endpoints.forget();
    signers.forget();
    requestEndpoints.forget();
    engine.forget();
  };
  return {
    engine,
    reports: asReports(new EventMaker({ endpoints, nextJobId })),
    replies: new ReplyMaker({ endpoints, nextJobId, makeUuid: randomUUID, random, signers }),
    mails: new MailEvents({ endpoints, nextJobId }),
    lookups: (fact) => lookupEvents(fact, { endpoints, nextJobId }),
    requestEndpoints,
    events,
    management,
    forget,
  };
}

/** In one of the processes. */
function replaysLoop(
  replayer: Replayer,
  leases: Leases,
  { clock, log }: Pick<Common, 'clock' | 'log'>,
): Loop {
  return new Loop({
    name: 'replays',
    everyMs: replayEveryMs,
    clock,
    log,
    work: async () => {
      if (leases.find(replayLease) !== undefined) await replayer.look();
    },
  });
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

const demoEndpointSetting = 'demo.endpoint';

/**
 * The inspector takes the webhooks of the account of the test key, unless it has a reply URL already. Once
 * it was changed or removed it does not come again.
 */
export async function demoEndpoint(
  testKey: string,
  {
    accounts,
    settings,
    webhooks,
    sealer,
    clock,
  }: Pick<Storage, 'accounts' | 'settings' | 'webhooks'> & {
    readonly sealer: Sealer;
    readonly clock: Clock;
  },
): Promise<void> {
  if ((await settings.findSetting(demoEndpointSetting)) !== undefined) return;
  const owner = await accounts.findKeyByHash(hashApiKey(testKey) ?? '');
  if (owner === undefined) return;
  const place = { accountId: owner.account.id, source: 'reply' } as const;
  if ((await webhooks.findAccountEndpoint(place.accountId, place.source)) === undefined) {
    await webhooks.saveAccountEndpoint({
      ...place,
      url: inspectorUrl,
      secrets: [
        {
          sealed: sealer.seal(makeSecret(), secretPlace(place)),
          madeAtMs: clock.nowMs(),
          untilMs: null,
        },
      ],
      createdAtMs: clock.nowMs(),
    });
  }
  await settings.saveSetting(demoEndpointSetting, 'made');
}

/** Webhooks put together: what delivers events, what clients fetch them from, and what people do with endpoints. */
import type { Topic } from '#core/topic.ts';
import { untilChanged } from '#core/until-changed.ts';
import { type IdSource, takeId } from '#queue/id-source.ts';
import type { JobStore } from '#queue/job.ts';
import { leaderLoop } from '#queue/leader-job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { EventMakers } from './event-makers.ts';
import type { EndpointManagement } from './management/endpoint-management.ts';
import { type ManagementPorts, openEndpointManagement } from './management/open-management.ts';
import { EventPull } from './pull/event-pull.ts';
import type { EventStore } from './pull/event-store.ts';
import { usualGathering, WebhookEngine, type WebhookEnginePorts } from './webhook-engine.ts';

export type WebhooksPorts = Omit<ManagementPorts, 'changed' | 'nextJobId' | 'stored' | 'storage'> &
  Pick<WebhookEnginePorts, 'leases' | 'notices' | 'pollMs' | 'random'> & {
    readonly storage: {
      readonly webhooks: ManagementPorts['storage']['webhooks'] & EventStore;
      /** Undefined: no other process shares the storage. */
      readonly hints: { tell(lanes: Iterable<string>): void } | undefined;
      readonly jobs: JobStore;
    };
    readonly ids: { readonly job: IdSource };
    readonly makers: EventMakers;
    /** Told right after their commit. */
    readonly stored: Pick<Topic<readonly OwedEvent[]>, 'follow'>;
    /** To the thread that delivers them; undefined: this engine is offered them. */
    readonly handOver: ((events: readonly OwedEvent[]) => void) | undefined;
    /** Settles when other processes have followed a change. */
    readonly followed: () => Promise<void>;
    /** Whether this process owes events once more. */
    readonly isReplayer: () => boolean;
  };

export type OpenedWebhooks = AsyncDisposable & {
  readonly engine: WebhookEngine;
  /** For clients that fetch their events. */
  readonly pull: EventPull;
  /** Where people change endpoints. */
  readonly management: EndpointManagement;
  /** An endpoint changed. */
  readonly forget: () => void;
};

/** Slices of a replay follow each other as soon as they are delivered, but not sooner. */
const replayEveryMs = 250;

export function openWebhooks(ports: WebhooksPorts): OpenedWebhooks {
  const { config, storage, ids, makers, clock, log } = ports;
  const engine = new WebhookEngine({
    ...ports,
    store: storage.webhooks,
    jobs: storage.jobs,
    gathering: usualGathering,
    proxy: config.webhookProxy,
    sourceAddress: config.webhookSourceAddress,
    storedElsewhere: (lanes) => storage.hints?.tell(lanes),
  });
  const pull = new EventPull({ store: storage.webhooks, clock, log, everyMs: ports.pollMs });
  ports.stored.follow(ports.handOver ?? ((events) => engine.offer(events)));
  ports.stored.follow((events) => pull.committed(events));
  const forget = (): void => {
    makers.forget();
    engine.forget();
  };
  const { management, replayer } = openEndpointManagement({
    ...ports,
    nextJobId: () => takeId(ids.job),
    async changed() {
      forget();
      await ports.followed();
    },
    stored(jobs) {
      for (const { lane, id } of jobs) {
        engine.hint(lane);
        engine.wake(lane, id);
      }
      storage.hints?.tell(new Set(jobs.map(({ lane }) => lane)));
    },
  });
  const goOn = untilChanged(storage.jobs.changes, () => replayer.look());
  const replays = leaderLoop(
    { name: 'replays', everyMs: replayEveryMs, work: goOn },
    { isLeader: ports.isReplayer, clock, log },
  );
  replays.start();
  engine.start();
  return {
    engine,
    pull,
    management,
    forget,
    async [Symbol.asyncDispose]() {
      await replays[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

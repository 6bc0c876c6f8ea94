/**
 * Owes events once more, 200 at a time: the next slice is made when the last one is nearly done, so that a
 * lane has all of it in memory, where new events pass it. What is made is noted in the same commit, and
 * goes on where it was after a restart.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { Job } from '#queue/job.ts';
import { destinationsOf, type Purpose } from '../account-endpoints.ts';
import { type Endpoint, takesKind } from '../endpoint.ts';
import { deliveryLifeMs, laneOfEndpoint } from '../owed-delivery.ts';
import type { WebhookStore } from '../webhook-store.ts';
import type { EndpointStore, EventSummary } from './endpoint-store.ts';
import type { NewReplay, Replay, ScannedEvent } from './replay-store.ts';

export type ReplayerPorts = {
  readonly store: Pick<
    EndpointStore,
    | 'findEndpoint'
    | 'runningReplays'
    | 'scanEvents'
    | 'standingOf'
    | 'countJobs'
    | 'putJobs'
    | 'advanceReplay'
  > &
    Pick<WebhookStore, 'listAccountEndpoints'>;
  readonly nextJobId: () => number | Promise<number>;
  /** They are in the table now. */
  readonly stored: (jobs: readonly Job[]) => void;
  readonly clock: Clock;
  readonly log: Log;
};

/** Events of a slice: with what is left of the one before it fewer than a lane reads at a time. */
const sliceMax = 200;
/** The next slice is made when so few of the last one are left. */
const leftMax = 50;
/** Slices that one look goes through where they owe nothing. */
const slicesMax = 100;
const replaysMax = 100;
/** Of one count: a million events. */
const countedSlicesMax = 5_000;

type Owed = Pick<ScannedEvent, 'id' | 'orderKey'>;

export class Replayer {
  readonly #ports: ReplayerPorts;

  constructor(ports: ReplayerPorts) {
    this.#ports = ports;
  }

  /** One event, to these endpoints; answers those that were not owed it already. */
  async replayOne(event: EventSummary, endpointIds: readonly number[]): Promise<readonly number[]> {
    const { store, stored } = this.#ports;
    const jobs = new Map<number, Job>();
    for (const id of endpointIds) {
      const { owed } = await store.standingOf(id, laneOfEndpoint(id), [event]);
      if (!owed.has(event.id)) jobs.set(id, await this.#job(event, id));
    }
    if (jobs.size === 0) return [];
    await store.putJobs([...jobs.values()]);
    stored([...jobs.values()]);
    return [...jobs.keys()];
  }

  /** How many events a replay would owe, as far as that is looked at: `isAll` false where there may be more. */
  async count(
    wish: NewReplay,
    max: number,
  ): Promise<{ readonly events: number; readonly isAll: boolean }> {
    const { store } = this.#ports;
    const endpoint = await store.findEndpoint(wish.endpointId);
    const all = await store.listAccountEndpoints(wish.accountId);
    if (endpoint === undefined) return { events: 0, isAll: true };
    let [events, afterId] = [0, 0];
    for (let slices = 0; slices < countedSlicesMax; slices += 1) {
      const scanned = await store.scanEvents(wish.accountId, afterId, sliceMax);
      const meant = scanned.filter(
        (event) => fits(event, wish) && isMeantFor(event, endpoint, all),
      );
      events += (await this.#wanted(wish, meant)).length;
      afterId = scanned.at(-1)?.id ?? afterId;
      if (events > max) return { events: max, isAll: false };
      if (scanned.length < sliceMax) return { events, isAll: true };
    }
    return { events, isAll: false };
  }

  /** Goes on with all that are in progress, and says how many; one that fails does not hold up the others. */
  async look(): Promise<number> {
    const running = await this.#ports.store.runningReplays(replaysMax);
    for (const replay of running) {
      try {
        await this.#goOn(replay);
      } catch (error) {
        this.#ports.log.warn('webhook.replay_halted', { replay: replay.id, ...errorFields(error) });
      }
    }
    return running.length;
  }

  async #goOn(replay: Replay): Promise<void> {
    const { store } = this.#ports;
    if (replay.lastJobId > 0) {
      const left = await store.countJobs(replay.firstJobId, replay.lastJobId);
      if (left > leftMax) return;
    }
    const endpoint = await store.findEndpoint(replay.endpointId);
    const all = await store.listAccountEndpoints(replay.accountId);
    let standing: Replay | undefined = replay;
    for (let slices = 0; slices < slicesMax && standing !== undefined; slices += 1) {
      standing =
        endpoint === undefined
          ? await this.#end(standing, 'cancelled')
          : await this.#slice(standing, endpoint, all);
    }
  }

  /** The replay as it stands then, where the next slice may follow at once. */
  async #slice(replay: Replay, endpoint: Endpoint, all: readonly Endpoint[]) {
    const { store, stored } = this.#ports;
    const scanned = await store.scanEvents(replay.accountId, replay.afterEventId, sliceMax);
    const last = scanned.at(-1);
    if (last === undefined) return this.#end(replay, 'done');
    const meant = scanned.filter(
      (event) => fits(event, replay) && isMeantFor(event, endpoint, all),
    );
    const wanted = await this.#wanted(replay, meant);
    const jobs: Job[] = [];
    for (const event of wanted) jobs.push(await this.#job(event, replay.endpointId));
    const isLast = scanned.length < sliceMax;
    const step = {
      state: isLast ? ('done' as const) : replay.state,
      afterEventId: last.id,
      made: replay.made + jobs.length,
      firstJobId: jobs[0]?.id ?? replay.firstJobId,
      lastJobId: jobs.at(-1)?.id ?? replay.lastJobId,
      endedAtMs: isLast ? this.#ports.clock.nowMs() : null,
    };
    const isOurs = await store.advanceReplay(replay, step, jobs);
    if (isOurs && jobs.length > 0) stored(jobs);
    return isOurs && !isLast && jobs.length === 0 ? { ...replay, ...step } : undefined;
  }

  async #wanted(replay: NewReplay, events: readonly ScannedEvent[]) {
    const { endpointId, outcome } = replay;
    const lane = laneOfEndpoint(endpointId);
    const { received, owed } = await this.#ports.store.standingOf(endpointId, lane, events);
    const unowed = events.filter(({ id }) => !owed.has(id));
    if (outcome === 'any') return unowed;
    return unowed.filter(({ id }) => received.has(id) === (outcome === 'delivered'));
  }

  async #end(replay: Replay, state: 'done' | 'cancelled'): Promise<undefined> {
    const endedAtMs = this.#ports.clock.nowMs();
    await this.#ports.store.advanceReplay(replay, { ...replay, state, endedAtMs }, []);
  }

  async #job({ id, orderKey }: Owed, endpointId: number): Promise<Job> {
    const { nextJobId, clock } = this.#ports;
    const nowMs = clock.nowMs();
    return {
      id: await nextJobId(),
      lane: laneOfEndpoint(endpointId),
      dueAtMs: nowMs,
      attempt: 0,
      orderKey,
      expiresAtMs: nowMs + deliveryLifeMs,
      subject: id,
    };
  }
}

function fits(event: ScannedEvent, { fromMs, toMs, kinds, phone, mode }: NewReplay): boolean {
  if (mode !== undefined && event.test !== (mode === 'test')) return false;
  if (event.createdAtMs < fromMs || event.createdAtMs > toMs) return false;
  if (phone !== '' && !event.orderKey.endsWith(`/${phone}`)) return false;
  return takesKind({ events: kinds }, event.kind);
}

/** Whether an endpoint is one that such an event goes to. */
function isMeantFor(event: ScannedEvent, endpoint: Endpoint, all: readonly Endpoint[]): boolean {
  if (endpoint.source === 'request') return URL.parse(event.url ?? '')?.origin === endpoint.url;
  return destinations(event, all).includes(endpoint.id);
}

/** Of an account's own and extra endpoints, those that an event goes to. */
export function destinations(
  { kind, url }: Pick<EventSummary, 'kind' | 'url'>,
  all: readonly Endpoint[],
): readonly number[] {
  // One that a request named a URL for goes to none of the account's own.
  const requestEndpointId = url === null ? null : 0;
  return destinationsOf({ kind, requestEndpointId }, all, purposeOf(kind)).filter((id) => id !== 0);
}

function purposeOf(kind: string): Purpose {
  if (kind.startsWith('reply') || kind === 'stop') return 'reply';
  return kind.startsWith('email.') || kind.startsWith('suppression.') ? 'email' : 'report';
}

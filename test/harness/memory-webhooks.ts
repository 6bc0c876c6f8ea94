/** Webhooks' storage in memory, with the rules of the real ones, for tests of the engine alone. */
import { must } from '#core/assert.ts';
import type { Job, LaneWithWork, Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import {
  type DeliverySettings,
  type Endpoint,
  type EndpointSource,
  usualSettings,
} from '#webhooks/endpoint.ts';
import type {
  Attempt,
  AttemptCount,
  Delivery,
  DeliveryQuery,
  DeliverySettlement,
  LaneState,
  NewEndpoint,
  PutOffQuery,
  WebhookStore,
} from '#webhooks/webhook-store.ts';

export class MemoryWebhooks implements WebhookStore {
  readonly endpoints = new Map<number, Endpoint>();
  readonly jobs = new Map<number, Owed<Delivery>>();
  readonly attempts: Attempt[] = [];
  /** What each commit settled. */
  readonly commits: (readonly DeliverySettlement[])[] = [];
  readonly attemptCounts: AttemptCount[] = [];
  readonly laneStates = new Map<string, LaneState>();
  /** Epochs of leases that have been taken since; all others are current. */
  readonly epochs = new Map<string, number>();
  /** Nothing can be written. */
  away = false;
  #heard: () => void = () => {};

  addEndpoint(endpoint: Omit<Endpoint, 'id'>): Endpoint {
    const added = { ...endpoint, id: this.endpoints.size + 1 };
    this.endpoints.set(added.id, added);
    return added;
  }

  changeEndpoint(id: number, change: Partial<Endpoint>): void {
    this.endpoints.set(id, { ...must(this.endpoints.get(id), 'endpoint'), ...change });
  }

  /** The commit of the facts that caused them. */
  put(events: readonly OwedEvent[]): void {
    for (const event of events) {
      const { id: eventId, accountId, kind, url, body, createdAtMs, test } = event;
      const load = { eventId, accountId, kind, url, body, createdAtMs, test };
      for (const job of jobsOf(event)) this.jobs.set(job.id, { job, load });
    }
  }

  /** Waits until it is so; looked at after each commit. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  async lanesWithWork(engine: string, nowMs: number): Promise<readonly LaneWithWork[]> {
    const due = [...this.jobs.values()]
      .map(({ job }) => job)
      .filter((job) => job.lane.startsWith(`${engine}/`) && job.dueAtMs <= nowMs)
      .toSorted((a, b) => b.dueAtMs - a.dueAtMs || b.id - a.id);
    // The last one that a lane's entry is set to is its earliest.
    const earliest = new Map(due.map(({ lane, id }) => [lane, id]));
    return [...earliest].map(([lane, earliestJobId]) => ({ lane, earliestJobId }));
  }

  async dueDeliveries(query: DeliveryQuery): Promise<readonly Owed<Delivery>[]> {
    const { lane, limit, nowMs, ordering = 'key' } = query;
    const ofLane = [...this.jobs.values()].filter(({ job }) => job.lane === lane);
    return ofLane
      .filter(({ job }) => job.dueAtMs <= nowMs)
      .filter(({ job }) => !ofLane.some((other) => holdsBack(ordering, other.job, job)))
      .toSorted((a, b) => a.job.dueAtMs - b.job.dueAtMs || a.job.id - b.job.id)
      .slice(0, limit);
  }

  async jobsInRetry(lane: string, limit: number, ordering?: string): Promise<readonly Job[]> {
    return [...this.jobs.values()]
      .map(({ job }) => job)
      .filter((job) => job.lane === lane && job.attempt > 0)
      .filter(({ attempt }) => ordering === 'strict' || attempt <= 4)
      .slice(0, limit);
  }

  async putOffDeliveries(query: PutOffQuery): Promise<readonly Owed<Delivery>[]> {
    const { lane, attemptsMin, bodyStart, limit } = query;
    return [...this.jobs.values()]
      .filter(({ job }) => job.lane === lane && job.attempt >= attemptsMin)
      .filter(({ load }) => Buffer.from(load.body).indexOf(bodyStart) === 0)
      .toSorted((a, b) => a.job.id - b.job.id)
      .slice(-limit);
  }

  async settleDeliveries(settlements: readonly DeliverySettlement[]): Promise<void> {
    if (this.away) throw new Error('away');
    this.commits.push(settlements);
    for (const { job, attempt, retry } of settlements) {
      this.attempts.push(attempt);
      const standing = this.jobs.get(job.id);
      if (retry === undefined) this.jobs.delete(job.id);
      else if (standing?.job.attempt === job.attempt && this.#isCurrent(retry.lease)) {
        const { attempt: failed, dueAtMs } = retry;
        this.jobs.set(job.id, { ...standing, job: { ...standing.job, attempt: failed, dueAtMs } });
      }
    }
    this.#heard();
  }

  async findEndpoint(endpointId: number): Promise<Endpoint | undefined> {
    return this.endpoints.get(endpointId);
  }

  async findAccountEndpoint(
    accountId: number,
    source: EndpointSource,
  ): Promise<Endpoint | undefined> {
    return this.#find((one) => one.accountId === accountId && one.source === source);
  }

  async listAccountEndpoints(accountId: number): Promise<readonly Endpoint[]> {
    return [...this.endpoints.values()].filter(
      (one) => one.accountId === accountId && one.source !== 'request',
    );
  }

  async findRequestEndpoint(accountId: number): Promise<Endpoint | undefined> {
    return this.findAccountEndpoint(accountId, 'request');
  }

  async saveAccountEndpoint(endpoint: NewEndpoint): Promise<Endpoint> {
    const standing = await this.findAccountEndpoint(endpoint.accountId, endpoint.source);
    if (standing === undefined) return this.#make(endpoint);
    this.changeEndpoint(standing.id, { url: endpoint.url, state: 'active', reason: '' });
    return must(this.endpoints.get(standing.id), 'endpoint');
  }

  async limitAccountEndpoints(accountId: number, inFlightMax: number): Promise<void> {
    for (const source of ['reply', 'report'] as const) {
      const endpoint = await this.findAccountEndpoint(accountId, source);
      if (endpoint === undefined) continue;
      this.changeEndpoint(endpoint.id, { settings: { ...endpoint.settings, inFlightMax } });
    }
  }

  async removeAccountEndpoint(accountId: number, source: EndpointSource): Promise<boolean> {
    const standing = await this.findAccountEndpoint(accountId, source);
    return standing !== undefined && this.endpoints.delete(standing.id);
  }

  async endpointForOrigin(endpoint: NewEndpoint, max: number): Promise<Endpoint | undefined> {
    if (this.away) throw new Error('away');
    const { accountId, url } = endpoint;
    const ofAccount = [...this.endpoints.values()].filter(
      (one) => one.accountId === accountId && one.source === 'request',
    );
    const standing = ofAccount.find((one) => one.url === url);
    if (standing !== undefined) return standing;
    return ofAccount.length >= max ? undefined : this.#make(endpoint);
  }

  async saveSignatures(
    { id }: Pick<Endpoint, 'id'>,
    signing: Pick<DeliverySettings, 'signatures' | 'sealedSigningKey'>,
  ): Promise<boolean> {
    const { settings } = must(this.endpoints.get(id), 'endpoint');
    this.changeEndpoint(id, { settings: { ...settings, ...signing } });
    return true;
  }

  async disableEndpoint(
    endpointId: number,
    { reason }: { readonly reason: string },
  ): Promise<void> {
    this.changeEndpoint(endpointId, { state: 'disabled', reason });
    this.#heard();
  }

  async findLaneStates(): Promise<readonly LaneState[]> {
    return [...this.laneStates.values()];
  }

  async saveLaneStates(states: readonly LaneState[]): Promise<void> {
    for (const state of states) this.laneStates.set(state.lane, state);
  }

  async countAttempts(counts: readonly AttemptCount[]): Promise<void> {
    this.attemptCounts.push(...counts);
  }

  #isCurrent(lease: Lease | undefined): boolean {
    return lease === undefined || (this.epochs.get(lease.name) ?? lease.epoch) === lease.epoch;
  }

  #find(isIt: (endpoint: Endpoint) => boolean): Endpoint | undefined {
    return [...this.endpoints.values()].find(isIt);
  }

  #make({ accountId, source, url, secrets, createdAtMs }: NewEndpoint): Endpoint {
    return this.addEndpoint({
      ...anEndpoint,
      accountId,
      source,
      url,
      secrets,
      stateSinceMs: createdAtMs,
      createdAtMs,
    });
  }
}

/** What an endpoint is unless a test says otherwise. */
export const anEndpoint: Omit<Endpoint, 'id' | 'url' | 'secrets'> = {
  accountId: 3,
  source: 'report',
  state: 'active',
  reason: '',
  stateSinceMs: 0,
  events: [],
  settings: usualSettings,
  generation: 0,
  expiryFloorMs: 0,
  dropBeforeMs: 0,
  createdAtMs: 0,
};

function holdsBack(ordering: string, older: Job, job: Job): boolean {
  if (ordering === 'none' || older.attempt === 0) return false;
  if (ordering === 'key' && (older.orderKey !== job.orderKey || older.attempt > 4)) return false;
  return (
    older.expiresAtMs < job.expiresAtMs ||
    (older.expiresAtMs === job.expiresAtMs && older.id < job.id)
  );
}

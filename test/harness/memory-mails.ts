/** A delivery store in memory, for tests of what delivery does. */

import type {
  Deferral,
  DeliveryStore,
  KnownSite,
  MailMove,
  MailSettlement,
  OwedMail,
  SiteShaping,
  StoredPolicy,
} from '#mail/delivery/delivery-store.ts';
import { isTaken } from '#model/mail-state.ts';
import type { Job, LaneWithWork, Owed } from '#queue/job.ts';
import type { LaneOrder } from '#queue/lane-order.ts';

export class MemoryMails implements DeliveryStore {
  readonly jobs = new Map<number, Owed<OwedMail>>();
  readonly settled: MailSettlement[] = [];
  readonly sites = new Map<string, KnownSite>();
  readonly shaping = new Map<string, SiteShaping>();
  readonly policies = new Map<string, StoredPolicy>();
  readonly orders = new Map<string, LaneOrder>();
  /** Set to make every commit fail. */
  fault: Error | undefined;

  owe(lane: string, mail: Partial<OwedMail> & { readonly mailId: number }, job: Partial<Job> = {}) {
    const load: OwedMail = {
      emailId: 1,
      accountId: 1,
      address: 'ada@example.net',
      name: '',
      variables: {},
      isPlay: false,
      state: 'queued',
      deferredAs: null,
      deferredSinceMs: null,
      ...mail,
    };
    const owed: Owed<OwedMail> = {
      job: {
        id: mail.mailId,
        lane,
        dueAtMs: 0,
        attempt: 0,
        orderKey: null,
        expiresAtMs: Number.MAX_SAFE_INTEGER,
        subject: mail.mailId,
        ...job,
      },
      load,
    };
    this.jobs.set(owed.job.id, owed);
    return owed;
  }

  async attemptsOf(mailId: number, limit: number) {
    const made = this.settled.flatMap(({ attempt }) => attempt ?? []);
    return made.filter((attempt) => attempt.mailId === mailId).slice(0, limit);
  }

  async dueMails({ lane, nowMs, limit }: { lane: string; nowMs: number; limit: number }) {
    return [...this.jobs.values()]
      .filter(({ job }) => job.lane === lane && job.dueAtMs <= nowMs)
      .toSorted((a, b) => a.job.dueAtMs - b.job.dueAtMs || a.job.id - b.job.id)
      .slice(0, limit);
  }

  async lanesWithWork(_engine: string, nowMs: number): Promise<readonly LaneWithWork[]> {
    const lanes = new Set([...this.jobs.values()].map(({ job }) => job.lane));
    const found = await Promise.all(
      [...lanes].map(async (lane) => ({
        lane,
        due: await this.dueMails({ lane, nowMs, limit: 1 }),
      })),
    );
    return found.flatMap(({ lane, due }) =>
      due.map(({ job }) => ({ lane, earliestJobId: job.id })),
    );
  }

  async deferralsOf(): Promise<readonly Deferral[]> {
    return [];
  }

  async settleMails(settlements: readonly MailSettlement[]): Promise<readonly boolean[]> {
    if (this.fault !== undefined) throw this.fault;
    const stood = settlements.map(({ job, fact }) => this.jobs.has(job.id) || isTaken(fact?.kind));
    for (const settlement of settlements) {
      const { job, retry } = settlement;
      this.settled.push(settlement);
      const stored = this.jobs.get(job.id);
      if (stored === undefined) continue;
      if (retry === undefined) this.jobs.delete(job.id);
      else if (stored.job.attempt === job.attempt) this.#putOff(stored, settlement);
    }
    return stood;
  }

  #putOff({ job, load }: Owed<OwedMail>, { retry, fact, atMs }: MailSettlement): void {
    const deferral = fact?.kind === 'deferred' ? fact.reason : null;
    this.jobs.set(job.id, {
      job: { ...job, attempt: retry?.attempt ?? job.attempt, dueAtMs: retry?.dueAtMs ?? 0 },
      load: {
        ...load,
        state: fact?.kind ?? load.state,
        deferredAs: deferral?.class ?? load.deferredAs,
        deferredSinceMs: load.deferredSinceMs ?? (deferral === null ? null : atMs),
      },
    });
  }

  async moveMails(moves: readonly MailMove[]): Promise<void> {
    for (const { jobId, attemptRead, lane } of moves) {
      const owed = this.jobs.get(jobId);
      if (owed?.job.attempt === attemptRead) {
        this.jobs.set(jobId, { ...owed, job: { ...owed.job, lane } });
      }
    }
  }

  async findSites(domains: readonly string[]): Promise<readonly KnownSite[]> {
    return domains.flatMap((domain) => this.sites.get(domain) ?? []);
  }

  async saveSites(sites: readonly KnownSite[]): Promise<void> {
    for (const site of sites) this.sites.set(site.domain, site);
  }

  async findShaping(owners: readonly string[]): Promise<readonly SiteShaping[]> {
    return owners.flatMap((owner) => this.shaping.get(owner) ?? []);
  }

  async saveShaping(shaping: readonly SiteShaping[]): Promise<void> {
    for (const one of shaping) this.shaping.set(one.owner, one);
  }

  async findPolicy(domain: string): Promise<StoredPolicy | undefined> {
    return this.policies.get(domain);
  }

  async savePolicy(policy: StoredPolicy): Promise<void> {
    this.policies.set(policy.domain, policy);
  }

  async findLaneOrders(): Promise<readonly LaneOrder[]> {
    return [...this.orders.values()];
  }

  async resumeMails(): Promise<void> {}

  async saveLaneOrder(owner: string, order: LaneOrder | undefined): Promise<void> {
    if (order === undefined) this.orders.delete(owner);
    else this.orders.set(owner, order);
  }
}

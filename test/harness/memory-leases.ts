/** Leases in memory, with the rules of the real store, on a clock of their own. */
import type { Clock } from '#core/clock.ts';
import type { Lease, LeaseRound, LeaseView, SeenProcess, StoredLease } from '#queue/lease.ts';
import type { LeaseRounds } from '#queue/leases.ts';

export class MemoryLeases implements LeaseRounds {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #leases = new Map<string, Omit<StoredLease, 'isFree'>>();
  readonly #processes = new Map<number, SeenProcess>();
  /** For processes by their ids: what they ask fails. */
  readonly away = new Set<number>();

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  async renew({ process, held, leaseMs, forgetAfterMs }: LeaseRound): Promise<LeaseView> {
    this.#answer(process.id);
    const nowMs = this.#clock.nowMs();
    const draining = process.draining || this.#processes.get(process.id)?.draining === true;
    this.#processes.set(process.id, { ...process, draining, seenAtMs: nowMs });
    for (const { id, seenAtMs } of this.#processes.values()) {
      if (seenAtMs < nowMs - forgetAfterMs) this.#processes.delete(id);
    }
    for (const name of held) {
      const lease = this.#leases.get(name);
      if (lease?.owner === process.id) {
        this.#leases.set(name, { ...lease, expiresAtMs: nowMs + leaseMs });
      }
    }
    return this.view();
  }

  async take(owner: number, names: readonly string[], leaseMs: number): Promise<readonly Lease[]> {
    this.#answer(owner);
    const expiresAtMs = this.#clock.nowMs() + leaseMs;
    return names
      .filter((name) => this.#isFree(name))
      .map((name) => {
        const epoch = (this.#leases.get(name)?.epoch ?? 0) + 1;
        this.#leases.set(name, { name, epoch, owner, expiresAtMs });
        return { name, epoch };
      });
  }

  async release(processId: number, leases: readonly Lease[]): Promise<void> {
    this.#answer(processId);
    for (const { name, epoch } of leases) {
      const lease = this.#leases.get(name);
      if (lease?.owner === processId && lease.epoch === epoch) this.#free(lease);
    }
  }

  async leave(processId: number): Promise<void> {
    this.#answer(processId);
    this.#processes.delete(processId);
    for (const lease of this.#leases.values()) if (lease.owner === processId) this.#free(lease);
  }

  async freeAll(): Promise<void> {
    this.#processes.clear();
    for (const lease of this.#leases.values()) this.#free(lease);
  }

  async drain(processId: number, draining: boolean): Promise<boolean> {
    const process = this.#processes.get(processId);
    if (process !== undefined) this.#processes.set(processId, { ...process, draining });
    return process !== undefined;
  }

  async view(): Promise<LeaseView> {
    return {
      nowMs: this.#clock.nowMs(),
      processes: [...this.#processes.values()],
      leases: [...this.#leases.values()].map((lease) => ({
        ...lease,
        isFree: this.#isFree(lease.name),
      })),
    };
  }

  #answer(processId: number): void {
    if (this.away.has(processId)) throw new Error('The storage is away');
  }

  #isFree(name: string): boolean {
    const lease = this.#leases.get(name);
    if (lease === undefined || lease.owner === null) return true;
    return lease.expiresAtMs <= this.#clock.nowMs();
  }

  #free(lease: Omit<StoredLease, 'isFree'>): void {
    this.#leases.set(lease.name, { ...lease, owner: null, expiresAtMs: this.#clock.nowMs() });
  }
}

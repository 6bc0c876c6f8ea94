/**
 * The life of a link: whether its lanes are still ours, what is in progress, and how it ends. What has
 * happened must be written, so a storage that is away is waited for.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log, maskPhone } from '#core/log.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { Owed } from '#queue/job.ts';
import type { HeldLeases, Lease } from '#queue/lease.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { Operator } from '#sms/operator.ts';

export type LinkLifePorts = {
  readonly operator: Operator;
  /** The bind's; past its end nothing is sent, put off or refused here. */
  readonly lease: Lease;
  readonly leases: HeldLeases;
  readonly clock: Clock;
  readonly log: Log;
};

const storageRetryMs = 1_000;
/** A commit that takes longer than this is not waited for at the end. */
const stopMs = 5_000;
/** A storage that was away for so long that the lease ended: answers stay in memory until it is back. */
const unstoredKeptMs = 10 * 60_000;

export class LinkLife {
  readonly #ports: LinkLifePorts;
  readonly #stopped = new AbortController();
  #isEnding = false;
  #underWay = 0;
  /** Callers who wait until nothing is in progress. */
  #quiet: PromiseWithResolvers<void> | undefined;

  constructor(ports: LinkLifePorts) {
    this.#ports = ports;
  }

  /** Nothing new begins. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Asked before whatever another owner of the lane might do as well. */
  get isOurs(): boolean {
    return this.#ports.leases.holds(this.#ports.lease);
  }

  /**
   * Waits for what is in progress; facts that cannot be stored now are left to the jobs that still
   * stand.
   */
  stop(): Promise<void> {
    this.#end();
    return this.#settled(stopMs);
  }

  /** The same where the lease is over: facts wait for a storage that is away, but not for ever. */
  async stopOnceStored(): Promise<void> {
    this.#isEnding = true;
    await this.#settled(unstoredKeptMs);
    this.#end();
  }

  /** Work that nobody waits for, until the link stops. */
  follow(owed: Owed<OutgoingPart>, work: Promise<void>): void {
    this.#underWay += 1;
    work.then(
      () => this.#ended(),
      (error: unknown) => {
        this.#ended();
        if (!this.#stopped.signal.aborted) this.failed(owed, error);
      },
    );
  }

  failed(owed: Owed<OutgoingPart>, error: unknown): void {
    this.#ports.log.error('part.failed', { ...this.told(owed), ...errorFields(error) });
  }

  /** The disk's bad minutes are waited out. Rejects with the link's end. */
  untilStored<Value>(store: () => Promise<Value>): Promise<Value> {
    return store().catch((error: unknown) => this.#storeAgain(store, error));
  }

  async #storeAgain<Value>(store: () => Promise<Value>, failed: unknown): Promise<Value> {
    for (let error = failed; ; ) {
      if (!(error instanceof StorageUnavailable)) throw error;
      this.#ports.log.warn('storage.awaited', errorFields(error));
      await this.#ports.clock.sleep(storageRetryMs, this.#stopped.signal);
      try {
        return await store();
      } catch (again) {
        error = again;
      }
    }
  }

  /** What the log says of a part. */
  told({ load, job }: Owed<OutgoingPart>): Record<string, unknown> {
    return {
      operator: this.#ports.operator.name,
      messageId: load.message.id,
      phone: maskPhone(load.recipient.phone),
      part: load.part,
      attempt: job.attempt,
    };
  }

  #end(): void {
    this.#isEnding = true;
    this.#stopped.abort(new Error('The link stops'));
  }

  async #settled(withinMs: number): Promise<void> {
    const done = new AbortController();
    const waited = this.#ports.clock.sleep(withinMs, done.signal).catch(() => undefined);
    if (this.#underWay > 0) {
      this.#quiet ??= Promise.withResolvers();
      await Promise.race([this.#quiet.promise, waited]);
    }
    done.abort();
  }

  #ended(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.#quiet?.resolve();
    this.#quiet = undefined;
  }
}

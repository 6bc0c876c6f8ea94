/**
 * Who is bound, in all processes: the binds of this one are rows that are seen again every few
 * seconds, so that a user's binds can be counted anywhere, and a process that died is missed.
 *
 * What a user is owed is delivered by one process at a time: the one with the oldest receiving bind.
 * Where two do it for a moment, a receipt goes twice and none is lost.
 */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { bindSeenWithinMs } from '#model/bind-life.ts';
import type { BindMode } from '#sms/smpp/permissions.ts';
import type { BindRecord, CustomerStore } from './customer-store.ts';

export type BindRegisterPorts = {
  readonly store: Pick<
    CustomerStore,
    'openBind' | 'seeBinds' | 'closeBind' | 'forgetBinds' | 'listBinds'
  >;
  /** What no other process is called. */
  readonly process: string;
  /** No other process shares the storage: what stands there is of one that has died. */
  readonly isAlone: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Which process delivers to whom may have changed. */
  readonly changed: () => void;
};

export type BindWish = {
  readonly userId: number;
  readonly mode: BindMode;
  readonly address: string;
  readonly max: number;
};

const seeEveryMs = 3_000;

export class BindRegister implements AsyncDisposable {
  readonly #ports: BindRegisterPorts;
  readonly #binds = new Map<number, BindRecord>();
  readonly #loop: Loop;
  #owners: ReadonlyMap<number, string> = new Map();

  constructor(ports: BindRegisterPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    this.#loop = new Loop({
      name: 'register of binds',
      everyMs: seeEveryMs,
      clock,
      log,
      work: () => this.#see(),
    });
  }

  async start(): Promise<void> {
    const { store, isAlone } = this.#ports;
    if (isAlone) await store.forgetBinds(undefined);
    this.#loop.start();
  }

  /** The bind's id, or undefined where the user has as many as it may. Throws `StorageUnavailable`. */
  async open({ max, ...wish }: BindWish): Promise<number | undefined> {
    const { store, process, clock } = this.#ports;
    const nowMs = clock.nowMs();
    const bind = { ...wish, process, boundAtMs: nowMs, seenAtMs: nowMs };
    const limits = { max, seenSinceMs: nowMs - bindSeenWithinMs };
    const id = await store.openBind(bind, limits);
    if (id === undefined) return undefined;
    this.#binds.set(id, { ...bind, id });
    await this.#learnOwners();
    return id;
  }

  async close(bindId: number): Promise<void> {
    this.#binds.delete(bindId);
    await this.#ports.store.closeBind(bindId);
    await this.#learnOwners();
  }

  /** Whether this process is the one to deliver what the user is owed. */
  delivers(userId: number): boolean {
    return this.#owners.get(userId) === this.#ports.process;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.#ports.store.forgetBinds(this.#ports.process);
  }

  async #see(): Promise<void> {
    if (this.#binds.size === 0) return;
    const seenAtMs = this.#ports.clock.nowMs();
    await this.#ports.store.seeBinds(
      [...this.#binds.values()].map((bind) => ({ ...bind, seenAtMs })),
    );
    await this.#learnOwners();
  }

  async #learnOwners(): Promise<void> {
    const { store, clock, changed } = this.#ports;
    const owners = new Map<number, string>();
    // In the order of their ids: the first of a user is its oldest.
    for (const { userId, process, mode } of await store.listBinds(
      clock.nowMs() - bindSeenWithinMs,
    )) {
      if (mode !== 'tx' && !owners.has(userId)) owners.set(userId, process);
    }
    this.#owners = owners;
    changed();
  }
}

/**
 * How much memory the bodies of requests may take, from their first octet until their answer: in all, and of one
 * caller. A caller known by a key or session in the head of the request has a share that strangers cannot fill; among strangers,
 * the slowest body gives way to one that needs room.
 */
import { Bag } from '#core/bag.ts';

const megabyte = 1_048_576;

type PoolMaxima = { readonly all: number; readonly ofOne: number };

export type BudgetMaxima = { readonly known: PoolMaxima; readonly strangers: PoolMaxima };

/** A large email is 24 MB: as octets here, then as text and as values. */
const usualMaxima: BudgetMaxima = {
  known: { all: 192 * megabyte, ofOne: 96 * megabyte },
  strangers: { all: 128 * megabyte, ofOne: 64 * megabyte },
};

/** One that has just begun is not slow yet. */
const slowAfterMs = 2_000;

export class BodyBudget {
  readonly #nowMs: () => number;
  readonly #known: Pool;
  readonly #strangers: Pool;

  constructor(nowMs: () => number, maxima = usualMaxima) {
    this.#nowMs = nowMs;
    this.#known = new Pool(maxima.known);
    this.#strangers = new Pool(maxima.strangers);
  }

  /** `network`: where it comes from, for as long as nobody knows whose it is. `giveWay`: it is to be given up. */
  open(network: string, giveWay: () => void): BodyShare {
    return new BodyShare(this.#strangers, network, { giveWay, nowMs: this.#nowMs });
  }

  /** From now on the body counts as that caller's. */
  identify(share: BodyShare, who: string): boolean {
    return share.moveTo(this.#known, who);
  }
}

type SharePorts = { readonly giveWay: () => void; readonly nowMs: () => number };

export class BodyShare {
  bagPlace = -1;
  #pool: Pool;
  #owner: string;
  #bytes = 0;
  #isReading = true;
  readonly #sinceMs: number;
  readonly #ports: SharePorts;

  constructor(pool: Pool, owner: string, ports: SharePorts) {
    this.#pool = pool;
    this.#owner = owner;
    this.#ports = ports;
    this.#sinceMs = ports.nowMs();
  }

  /** False: there is no room for so many octets more. */
  grow(bytes: number): boolean {
    if (!this.#pool.take(this, this.#owner, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  moveTo(pool: Pool, owner: string): boolean {
    const bytes = this.#bytes;
    this.release();
    this.#pool = pool;
    this.#owner = owner;
    this.#isReading = true;
    return bytes === 0 || this.grow(bytes);
  }

  /** It is whole: it waits for its answer alone. */
  complete(): void {
    this.#isReading = false;
  }

  /** May be called twice. */
  release(): void {
    this.#isReading = false;
    if (this.#bytes === 0) return;
    this.#pool.give(this, this.#owner, this.#bytes);
    this.#bytes = 0;
  }

  giveWay(): void {
    this.release();
    this.#ports.giveWay();
  }

  get owner(): string {
    return this.#owner;
  }

  /** Octets a millisecond; undefined: it is whole, or has just begun. */
  get pace(): number | undefined {
    const ageMs = this.#ports.nowMs() - this.#sinceMs;
    return this.#isReading && ageMs >= slowAfterMs ? this.#bytes / ageMs : undefined;
  }
}

/** What is held by whom. */
class Pool {
  readonly #max: PoolMaxima;
  readonly #shares = new Bag<BodyShare>();
  readonly #byOwner = new Map<string, number>();
  #all = 0;

  constructor(max: PoolMaxima) {
    this.#max = max;
  }

  take(share: BodyShare, owner: string, bytes: number): boolean {
    while ((this.#byOwner.get(owner) ?? 0) + bytes > this.#max.ofOne) {
      if (!this.#makeRoom(share, owner)) return false;
    }
    while (this.#all + bytes > this.#max.all) if (!this.#makeRoom(share)) return false;
    this.#shares.add(share);
    this.#all += bytes;
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + bytes);
    return true;
  }

  give(share: BodyShare, owner: string, bytes: number): void {
    this.#shares.delete(share);
    this.#all -= bytes;
    const left = (this.#byOwner.get(owner) ?? 0) - bytes;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }

  /** The slowest of those that are still read is given up, where that is not the one that asks. */
  #makeRoom(asking: BodyShare, owner?: string): boolean {
    let slowest = asking;
    for (const share of this.#shares.items) {
      if (owner !== undefined && share.owner !== owner) continue;
      if ((share.pace ?? Number.POSITIVE_INFINITY) < (slowest.pace ?? Number.POSITIVE_INFINITY)) {
        slowest = share;
      }
    }
    if (slowest === asking) return false;
    slowest.giveWay();
    return true;
  }
}

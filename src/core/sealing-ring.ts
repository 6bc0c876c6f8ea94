/**
 * The keys that seal secrets: one seals, those before it open until nothing is sealed with them any more, and the next
 * one is known to every process before it seals. They are kept in the database, wrapped together by the master key.
 *
 * `begin`: a next key is drawn → `activate`: it seals, the former ones open → `finish`: they are gone
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createSealer, keyIdOf, masterKeyBytes, type Sealer, sealedWith } from './sealed.ts';

export type SealingRing = {
  readonly active: Buffer;
  readonly former: readonly Buffer[];
  readonly next: Buffer | undefined;
  /** What other keys are derived from. It outlives every sealing key: links in mails must go on to work. */
  readonly root: Buffer;
  /** Since when the active key seals; 0 for the first one. */
  readonly sinceMs: number;
};

/** A ring of one key, as it is drawn by a first start. */
export function firstRing(key: Buffer = randomBytes(masterKeyBytes)): SealingRing {
  return { active: key, former: [], next: undefined, root: rootOf(key), sinceMs: 0 };
}

/** Undefined while another change is in progress. */
export function begin(ring: SealingRing): SealingRing | undefined {
  if (ring.next !== undefined || ring.former.length > 0) return undefined;
  return { ...ring, next: randomBytes(masterKeyBytes) };
}

export function activate(ring: SealingRing, nowMs: number): SealingRing {
  const { next, active, former } = ring;
  if (next === undefined) return ring;
  return { ...ring, active: next, former: [active, ...former], next: undefined, sinceMs: nowMs };
}

export function finish(ring: SealingRing): SealingRing {
  return { ...ring, former: [] };
}

type Written = {
  readonly active: string;
  readonly former: readonly string[];
  readonly next: string | null;
  readonly root: string;
  readonly sinceMs: number;
};

/** A ring whose key was never replaced is written as that key alone, as programs before rings read it. */
export function writeRing({ active, former, next, root, sinceMs }: SealingRing): string {
  const isFirst = former.length === 0 && next === undefined && root.equals(rootOf(active));
  if (isFirst) return active.toString('base64');
  const written: Written = {
    active: active.toString('base64'),
    former: former.map((key) => key.toString('base64')),
    next: next?.toString('base64') ?? null,
    root: root.toString('base64'),
    sinceMs,
  };
  return JSON.stringify(written);
}

export function readRing(text: string): SealingRing {
  if (!text.startsWith('{')) return firstRing(Buffer.from(text, 'base64'));
  const { active, former, next, root, sinceMs } = JSON.parse(text) as Written;
  return {
    active: Buffer.from(active, 'base64'),
    former: former.map((key) => Buffer.from(key, 'base64')),
    next: next === null ? undefined : Buffer.from(next, 'base64'),
    root: Buffer.from(root, 'base64'),
    sinceMs,
  };
}

/** RFC 5869 §2.2: what all derived keys come of; the sealing key does not follow from it. */
function rootOf(key: Uint8Array): Buffer {
  return createHmac('sha256', '').update(key).digest();
}

/** RFC 5869 §2.3, one block: with `rootOf` it is the HKDF that `createSealer` derives by. */
function derive(root: Uint8Array, use: string): Buffer {
  return createHmac('sha256', root).update(use).update(Uint8Array.of(1)).digest();
}

/** A ring in use: what has opened it goes on with it while its keys change. */
export class RingSealer implements Sealer {
  #ring: SealingRing;
  #active: Sealer;
  #sealers: ReadonlyMap<string, Sealer>;

  constructor(ring: SealingRing) {
    this.#ring = ring;
    this.#active = createSealer(ring.active);
    this.#sealers = sealersOf(ring);
  }

  /** The root is the same in all of them. */
  replace(ring: SealingRing): void {
    this.#ring = ring;
    this.#active = createSealer(ring.active);
    this.#sealers = sealersOf(ring);
  }

  /** The names of all keys that open here. */
  get knownKeys(): readonly string[] {
    return [...this.#sealers.keys()];
  }

  seal(text: string, place: string): string {
    return this.#active.seal(text, place);
  }

  open(sealed: string, place: string): string {
    const sealer = this.#sealers.get(sealedWith(sealed) ?? '') ?? this.#active;
    return sealer.open(sealed, place);
  }

  deriveKey(use: string): Buffer {
    return derive(this.#ring.root, use);
  }

  /** The same secret sealed with the active key; undefined where it is. */
  reseal(sealed: string, place: string): string | undefined {
    if (sealedWith(sealed) === keyIdOf(this.#ring.active)) return undefined;
    return this.seal(this.open(sealed, place), place);
  }
}

function sealersOf({ active, former, next }: SealingRing): ReadonlyMap<string, Sealer> {
  const keys = [active, ...former, ...(next === undefined ? [] : [next])];
  return new Map(keys.map((key) => [keyIdOf(key), createSealer(key)]));
}

/**
 * What is read again for each call, and remembered: where the database is silent, the last that was seen is
 * used, and counted. A rule that was just changed may then be an old one.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';

const silentMs = 500;
const rememberedMax = 100_000;

export type LastSeenPorts = {
  readonly clock: Clock;
  /** The database was silent, and memory was used. */
  readonly usedMemory: () => void;
};

export class LastSeen<Known> {
  readonly #ports: LastSeenPorts;
  readonly #seen = new BoundedMap<string, { readonly known: Known }>(rememberedMax);

  constructor(ports: LastSeenPorts) {
    this.#ports = ports;
  }

  /** Throws where nothing is remembered either, and the database has failed. */
  async find(key: string, read: () => Promise<Known>): Promise<Known> {
    // What comes too late is for the next call.
    const reading = this.#read(key, read);
    const answer = await this.#soon(reading);
    if (answer.kind === 'known') return answer.known;
    const seen = this.#seen.get(key);
    // Without memory the caller, who hears 100, is better off waiting: the storage has deadlines of its own.
    if (seen === undefined) return knownOf(await reading);
    this.#ports.usedMemory();
    return seen.known;
  }

  /** The reading never fails: it answers what it met. */
  async #soon(reading: Promise<Answer<Known>>): Promise<Answer<Known>> {
    const { promise, resolve } = Promise.withResolvers<Answer<Known>>();
    const timer = this.#ports.clock.after(silentMs, () => resolve(silent));
    const answer = await Promise.race([reading, promise]);
    timer.cancel();
    return answer;
  }

  async #read(key: string, read: () => Promise<Known>): Promise<Answer<Known>> {
    try {
      const known = await read();
      this.#seen.set(key, { known });
      return { kind: 'known', known };
    } catch (error) {
      return { kind: 'away', error };
    }
  }
}

type Answer<Known> =
  | { readonly kind: 'known'; readonly known: Known }
  | { readonly kind: 'away'; readonly error: unknown };

function knownOf<Known>(answer: Answer<Known>): Known {
  if (answer.kind === 'away') throw answer.error;
  return answer.known;
}

const silent = { kind: 'away', error: new Error('The database is silent') } as const;

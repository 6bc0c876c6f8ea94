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
  find(key: string, read: () => Promise<Known>): Promise<Known> {
    return new Promise((resolve, reject) => {
      const answerFromMemory = (): boolean => {
        const seen = this.#seen.get(key);
        // Without memory the caller, who hears 100, is better off waiting: the storage has deadlines of its own.
        if (seen === undefined) return false;
        this.#ports.usedMemory();
        resolve(seen.known);
        return true;
      };
      let isFromMemory = false;
      const timer = this.#ports.clock.after(silentMs, () => {
        isFromMemory = answerFromMemory();
      });
      read().then(
        (known) => {
          timer.cancel();
          // What comes too late is for the next call.
          this.#seen.set(key, { known });
          return resolve(known);
        },
        (error: Error) => {
          timer.cancel();
          if (!isFromMemory && !answerFromMemory()) reject(error);
        },
      );
    });
  }
}

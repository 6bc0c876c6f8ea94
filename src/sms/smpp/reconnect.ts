/** Exponential backoff with jitter before the next connection of a bind. */
import { status } from './status.ts';

export type ReconnectSettings = {
  readonly reconnectFirstMs: number;
  readonly reconnectMaxMs: number;
  /** A bind that lasted this long makes the next wait a first one again. */
  readonly reconnectHealthyMs: number;
};

export const reconnectDefaults: ReconnectSettings = {
  reconnectFirstMs: 1_000,
  reconnectMaxMs: 60_000,
  reconnectHealthyMs: 60_000,
};

/** What a connection came to. */
export type Attempt = {
  /** The command_status that the bind was refused with. */
  readonly refusedWith?: number | undefined;
  readonly boundForMs: number;
};

/** The operator still holds our last connection; it has to notice first. */
const alreadyBoundMs = 60_000;

/** Name or password are wrong until a person has corrected them, on one side or the other. */
const notWelcomeMs = 300_000;

const notWelcome: ReadonlySet<number> = new Set([
  status.invalidPassword,
  status.invalidSystemId,
  status.invalidSystemType,
]);

export class Reconnect {
  readonly #settings: ReconnectSettings;
  readonly #random: () => number;
  #failures = 0;

  constructor(settings: ReconnectSettings, random: () => number) {
    this.#settings = settings;
    this.#random = random;
  }

  /** Full jitter, so that a restarted operator is not met by all its clients in the same second. */
  delayAfterMs({ refusedWith, boundForMs }: Attempt): number {
    if (refusedWith === status.alreadyBound) return alreadyBoundMs;
    if (refusedWith !== undefined && notWelcome.has(refusedWith)) return notWelcomeMs;
    const { reconnectFirstMs, reconnectMaxMs, reconnectHealthyMs } = this.#settings;
    if (boundForMs >= reconnectHealthyMs) this.#failures = 0;
    const ceilingMs = Math.min(reconnectMaxMs, reconnectFirstMs * 2 ** this.#failures);
    this.#failures++;
    return this.#random() * ceilingMs;
  }
}

/**
 * The same guard for several processes: what this one remembers refuses at once, what it lets through is
 * counted where all of them count. One process on its own folder has no need of it.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import {
  addressWrongMax,
  type Guess,
  type GuessGuard,
  type GuessingGuard,
  type GuessTurn,
  guessKey,
  pausesMs,
  windowMs,
} from './guessing-guard.ts';
import type { PeopleStore } from './people-store.ts';
import { type TryCounter, tryKey } from './try-store.ts';

export type SharedGuessPorts = {
  readonly own: GuessingGuard;
  readonly people: Pick<PeopleStore, 'countTry' | 'forgetTries' | 'takeTryBack' | 'sweepTries'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

/** What nobody tried for so long is forgotten, as a process forgets it when it ends. */
const rememberedMs = 86_400_000;
const sweptEveryMs = 3_600_000;

export class SharedGuesses implements GuessGuard {
  readonly #ports: SharedGuessPorts;
  #sweptAtMs = 0;

  constructor(ports: SharedGuessPorts) {
    this.#ports = ports;
  }

  async begin(guess: Guess): Promise<GuessTurn> {
    const { own, people, clock } = this.#ports;
    const turn = own.begin(guess);
    if (!turn.ok) return turn;
    const nowMs = clock.nowMs();
    this.#sweep(nowMs);
    const [person, ...rest] = countersOf(guess);
    const waitMs = await people.countTry([person, ...rest], nowMs);
    if (waitMs > 0) {
      await turn.wasNone();
      return { ok: false, retryAfterS: Math.ceil(waitMs / 1_000) };
    }
    return {
      ok: true,
      wasRight: async () => {
        await turn.wasRight();
        await people.forgetTries(person.key);
        await people.takeTryBack(rest, clock.nowMs());
      },
      wasNone: async () => {
        await turn.wasNone();
        await people.takeTryBack([person, ...rest], clock.nowMs());
      },
    };
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < sweptEveryMs) return;
    this.#sweptAtMs = nowMs;
    const { people, log } = this.#ports;
    people.sweepTries(nowMs - rememberedMs).catch((error: unknown) => {
      log.warn('people.tries_not_swept', errorFields(error));
    });
  }
}

/** Always in this order, so that two of them never wait for each other's rows. */
function countersOf(guess: Guess): readonly [TryCounter, ...TryCounter[]] {
  const person = { key: tryKey('sign-in', guessKey(guess)), pausesMs };
  if (guess.browser !== undefined) return [person];
  const key = tryKey('sign-in from', guess.address);
  return [person, { key, max: addressWrongMax, windowMs }];
}

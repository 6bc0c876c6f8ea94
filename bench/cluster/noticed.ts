/** What clients and operators notice of it when a process is struck: for how long nobody is served. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '../crash/ledger.ts';

/** In milliseconds since the strike; undefined: not within a minute. */
export type Noticed = {
  /** Somebody is answered 200. */
  readonly answered: number | undefined;
  /** The operator is given a message. */
  readonly submitted: number | undefined;
  /** It has been given all that was answered 200 before. */
  readonly caughtUp: number | undefined;
  /** Requests that heard 503 meanwhile. */
  readonly turnedAway: number;
};

const lookEveryMs = 5;
const longestMs = 60_000;

/** Begins before the strike, and ends when nothing of before it waits. */
export async function watchStrike(ledger: Ledger): Promise<Noticed> {
  const { accepted, submits } = ledger;
  const [answeredBefore, submittedBefore] = [accepted.size, submits.size];
  const turnedAwayBefore = ledger.turnedAway;
  const waiting = new Set([...accepted.keys()].filter((phone) => !submits.has(phone)));
  const struckAt = performance.now();
  const after: { answered?: number; submitted?: number; caughtUp?: number } = {};
  for (let ms = 0; ms < longestMs; ms = performance.now() - struckAt) {
    if (accepted.size > answeredBefore) after.answered ??= ms;
    if (submits.size > submittedBefore) after.submitted ??= ms;
    for (const phone of waiting) if (submits.has(phone)) waiting.delete(phone);
    if (waiting.size === 0) after.caughtUp ??= ms;
    if (Object.keys(after).length === 3) break;
    await pause(lookEveryMs);
  }
  const { answered, submitted, caughtUp } = after;
  const turnedAway = ledger.turnedAway - turnedAwayBefore;
  return { answered, submitted, caughtUp, turnedAway };
}

export function tellNoticed({ answered, submitted, caughtUp, turnedAway }: Noticed): string {
  return (
    `answered again after ${seconds(answered)}, submits again after ${seconds(submitted)}, ` +
    `all of before submitted after ${seconds(caughtUp)}, ${turnedAway} heard 503`
  );
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? 'more than a minute' : `${(ms / 1_000).toFixed(2)} s`;
}

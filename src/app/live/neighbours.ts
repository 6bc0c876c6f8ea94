/**
 * Moments between the processes on one storage. Each says every few seconds to which accounts its pages
 * listen; the others tell it of those alone, gathered and sampled as for a page. What is lost is not missed:
 * pages look at what is stored.
 */

import type { Clock, Timer } from '#core/clock.ts';
import { type Hints, liveTextBytesMax } from '#queue/hints.ts';
import { type Moment, momentKinds } from '#webhooks/live/moment.ts';
import { Tally } from '#webhooks/live/tally.ts';

export type NeighboursPorts = {
  readonly clock: Clock;
  readonly hints: Pick<Hints, 'sendLive'>;
  /** Accounts to which pages of this process listen. */
  readonly listening: () => readonly number[];
};

const announceEveryMs = 5_000;
/** Two announcements may be lost. */
const heardForMs = 16_000;
const passEveryMs = 100;
/** Of an account at a time. */
const passedMax = 25;
/** Ids of accounts are numbers: so many fit into one text. */
const accountsMax = 400;

type Passed = Omit<Moment, 'accountId' | 'tell'> & {
  readonly payload: Readonly<Record<string, unknown>>;
};

type Said =
  | { readonly listening: readonly number[] }
  | { readonly account: number; readonly moments: readonly Passed[] };

export class Neighbours implements Disposable {
  readonly #ports: NeighboursPorts;
  /** Until when somebody elsewhere listens. */
  readonly #heardUntilMs = new Map<number, number>();
  readonly #waiting = new Map<number, Tally<Moment>>();
  #announcing: Timer | undefined;
  #passing: Timer | undefined;
  #forgetting: Timer | undefined;

  constructor(ports: NeighboursPorts) {
    this.#ports = ports;
  }

  get isSilent(): boolean {
    return this.#heardUntilMs.size === 0;
  }

  isHeard(accountId: number): boolean {
    return this.#heardUntilMs.has(accountId);
  }

  /** At once, and again for as long as pages listen. */
  announce(): void {
    const listening = this.#ports.listening().slice(0, accountsMax);
    this.#announcing?.cancel();
    this.#announcing = undefined;
    if (listening.length === 0) return;
    this.#say({ listening });
    this.#announcing = this.#ports.clock.after(announceEveryMs, () => this.announce());
  }

  pass(moment: Moment): void {
    const { accountId } = moment;
    if (!this.isHeard(accountId)) return;
    const tally = this.#waiting.get(accountId) ?? new Tally(passedMax);
    this.#waiting.set(accountId, tally);
    tally.add(moment);
    this.#passing ??= this.#ports.clock.after(passEveryMs, () => this.#flush());
  }

  /** What a neighbour has told; other versions may say what nobody here understands. */
  take(text: string): readonly Moment[] {
    const said = read(text);
    if (said === undefined) return [];
    if ('moments' in said) {
      return said.moments.map(({ payload, ...moment }) => {
        return { ...moment, accountId: said.account, tell: () => payload };
      });
    }
    const { clock } = this.#ports;
    const untilMs = clock.monotonicMs() + heardForMs;
    for (const accountId of said.listening) this.#heardUntilMs.set(accountId, untilMs);
    this.#forgetting ??= clock.after(heardForMs, () => this.#forget());
    return [];
  }

  [Symbol.dispose](): void {
    this.#announcing?.cancel();
    this.#passing?.cancel();
    this.#forgetting?.cancel();
  }

  #forget(): void {
    const { clock } = this.#ports;
    const nowMs = clock.monotonicMs();
    for (const [accountId, untilMs] of this.#heardUntilMs) {
      if (untilMs <= nowMs) this.#heardUntilMs.delete(accountId);
    }
    this.#forgetting = this.isSilent
      ? undefined
      : clock.after(announceEveryMs, () => this.#forget());
  }

  #flush(): void {
    this.#passing = undefined;
    for (const [account, tally] of this.#waiting) {
      this.#pass(account, tally.take().shown.map(passed));
    }
    this.#waiting.clear();
  }

  /** In halves until they fit. */
  #pass(account: number, moments: readonly Passed[]): void {
    if (moments.length === 0 || this.#say({ account, moments })) return;
    if (moments.length === 1) return;
    const half = Math.ceil(moments.length / 2);
    this.#pass(account, moments.slice(0, half));
    this.#pass(account, moments.slice(half));
  }

  /** Whether it could be said: a text that is too long is not. */
  #say(said: Said): boolean {
    const text = JSON.stringify(said);
    if (Buffer.byteLength(text) > liveTextBytesMax) return false;
    this.#ports.hints.sendLive(text);
    return true;
  }
}

function passed({ kind, atMs, about, test, tell }: Moment): Passed {
  return { kind, atMs, about, test, payload: tell() };
}

function read(text: string): Said | undefined {
  try {
    const said = JSON.parse(text) as Partial<{
      listening: unknown;
      account: unknown;
      moments: unknown;
    }>;
    if (Array.isArray(said.listening)) {
      return { listening: said.listening.filter((id) => typeof id === 'number') };
    }
    if (typeof said.account !== 'number' || !Array.isArray(said.moments)) return undefined;
    const moments = (said.moments as Passed[]).filter(({ kind }) => momentKinds.includes(kind));
    return { account: said.account, moments };
  } catch {
    return undefined;
  }
}

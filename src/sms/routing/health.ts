/**
 * Which operators are up, told among processes: each notes the binds that it holds, when they change and
 * every ten seconds, and reads those of the others once a second.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import { type Condition, fineCondition } from '#sms/directory.ts';
import type { Operator } from '#sms/operator.ts';
import type { BindHealth, OperatorStore } from '#sms/operator-store.ts';

/** A bind that this process holds. */
export type OwnBind = {
  readonly operatorId: number;
  readonly bind: number;
  /** Undefined while it is up. */
  readonly downForMs: number | undefined;
  /** Undefined while its submits are answered. */
  readonly silentForMs: number | undefined;
};

const everyMs = 1_000;
const lookedAtMs = 250;
const notedEveryMs = 10_000;
/** Nobody holds a bind that has not been noted for so long. */
const freshMs = 30_000;
/** A silent operator gets a message so often to find out whether it answers again. */
const probeEveryMs = 10_000;

export type HealthPorts = {
  readonly store: Pick<OperatorStore, 'noteHealth' | 'listHealth'>;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
};

export class Health implements AsyncDisposable {
  readonly #ports: HealthPorts;
  readonly #loop: Loop;
  /** Nothing until an engine is followed. */
  #own: () => readonly OwnBind[] = () => [];
  #others: readonly BindHealth[] = [];
  #seen: { readonly atMs: number; readonly conditions: ReadonlyMap<number, Condition> } = {
    atMs: Number.NEGATIVE_INFINITY,
    conditions: new Map(),
  };
  readonly #noted = new Map<string, BindHealth>();
  /** When operators were given their last probe. */
  readonly #probedAtMs = new Map<number, number>();
  readonly #readChanged: () => Promise<void>;

  constructor(ports: HealthPorts) {
    this.#ports = ports;
    const { changes, clock, log } = ports;
    this.#readChanged = untilChanged(changes, () => this.#readOthers());
    const work = (): Promise<void> => this.exchange();
    this.#loop = new Loop({ name: 'health of operators', everyMs, clock, log, work });
  }

  /** Whose binds are told to other processes. */
  follow(own: () => readonly OwnBind[]): void {
    this.#own = own;
  }

  start(): void {
    this.#loop.start();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  /** An operator that nothing is known of is taken to be well. */
  conditionOf({ id }: Operator): Condition {
    const nowMs = this.#ports.clock.monotonicMs();
    // Asked for every message: looked at afresh four times a second.
    if (nowMs - this.#seen.atMs >= lookedAtMs) {
      this.#seen = { atMs: nowMs, conditions: this.#look() };
    }
    return this.#seen.conditions.get(id) ?? fineCondition;
  }

  /** Whether a message may be the probe of this silent operator: the next one may in 10 seconds. */
  mayProbe({ id }: Operator): boolean {
    const nowMs = this.#ports.clock.monotonicMs();
    const probedAtMs = this.#probedAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - probedAtMs < probeEveryMs) return false;
    this.#probedAtMs.set(id, nowMs);
    return true;
  }

  /** The places of an operator's binds that are up and answer, in any process. */
  upBinds(operatorId: number): readonly number[] {
    const nowMs = this.#ports.clock.nowMs();
    const own = this.#own().filter((bind) => isWell(bind));
    const others = this.#others.filter(
      (bind) => isFresh(bind, nowMs) && bind.downSinceMs === null && bind.silentSinceMs === null,
    );
    return [...own, ...others]
      .filter((bind) => bind.operatorId === operatorId)
      .map(({ bind }) => bind);
  }

  /** Notes what has changed here, and reads what the others have noted. */
  async exchange(): Promise<void> {
    const { store, clock, log } = this.#ports;
    try {
      const nowMs = clock.nowMs();
      const own = this.#own().map((bind) => noted(bind, nowMs));
      const news = own.filter((bind) => this.#isNews(bind));
      if (news.length > 0) await store.noteHealth(news);
      for (const bind of news) this.#noted.set(nameOf(bind), bind);
      await this.#readChanged();
    } catch (error) {
      // What was known stays known until it is stale.
      log.warn('health.unknown', errorFields(error));
    }
  }

  /** Those that another process has noted stay as they are until something is stored. */
  async #readOthers(): Promise<number> {
    const names = new Set(this.#own().map((bind) => nameOf(noted(bind, 0))));
    const all = await this.#ports.store.listHealth();
    this.#others = all.filter((bind) => !names.has(nameOf(bind)));
    return 0;
  }

  #look(): ReadonlyMap<number, Condition> {
    const nowMs = this.#ports.clock.nowMs();
    const own: readonly OwnBind[] = this.#own();
    const others = this.#others
      .filter((bind) => isFresh(bind, nowMs))
      .map((bind) => standingOf(bind, nowMs));
    const byOperator = Map.groupBy([...own, ...others], ({ operatorId }) => operatorId);
    return new Map([...byOperator].map(([id, binds]) => [id, conditionBy(binds)]));
  }

  #isNews(bind: BindHealth): boolean {
    const before = this.#noted.get(nameOf(bind));
    if (before === undefined || tens(bind) !== tens(before)) return true;
    return (
      (before.downSinceMs === null) !== (bind.downSinceMs === null) ||
      (before.silentSinceMs === null) !== (bind.silentSinceMs === null)
    );
  }
}

/** By the clock, as other rounds are on an idle server (`core/beat.ts`): what they store is one change. */
function tens({ notedAtMs }: BindHealth): number {
  return Math.floor(notedAtMs / notedEveryMs);
}

/** For those who hold no binds themselves. */
export function conditionsOf(
  binds: readonly BindHealth[],
  nowMs: number,
): (operator: Operator) => Condition {
  return ({ id }) => {
    const known = binds.filter((bind) => bind.operatorId === id && isFresh(bind, nowMs));
    return conditionBy(known.map((bind) => standingOf(bind, nowMs)));
  };
}

/** Down where all binds are; silent where all that are up are silent. */
function conditionBy(binds: readonly BindStanding[]): Condition {
  if (binds.some((bind) => isWell(bind))) return fineCondition;
  const up = binds.filter(({ downForMs }) => downForMs === undefined);
  return {
    ...fineCondition,
    downForMs: up.length > 0 ? undefined : shortest(binds.map(({ downForMs }) => downForMs)),
    silentForMs: shortest(up.map(({ silentForMs }) => silentForMs)),
  };
}

function isWell({ downForMs, silentForMs }: BindStanding): boolean {
  return downForMs === undefined && silentForMs === undefined;
}

/** Undefined: there is none. */
function shortest(durationsMs: readonly (number | undefined)[]): number | undefined {
  const known = durationsMs.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

type BindStanding = Pick<OwnBind, 'operatorId' | 'downForMs' | 'silentForMs'>;

function standingOf({ operatorId, downSinceMs, silentSinceMs }: BindHealth, nowMs: number) {
  const forMs = (sinceMs: number | null): number | undefined =>
    sinceMs === null ? undefined : Math.max(0, nowMs - sinceMs);
  return { operatorId, downForMs: forMs(downSinceMs), silentForMs: forMs(silentSinceMs) };
}

/** Whether its process has been heard of lately. */
export function isFresh({ notedAtMs }: BindHealth, nowMs: number): boolean {
  return nowMs - notedAtMs < freshMs;
}

function noted(own: OwnBind, nowMs: number): BindHealth {
  const { operatorId, bind, downForMs, silentForMs } = own;
  const sinceMs = (forMs: number | undefined): number | null =>
    forMs === undefined ? null : Math.round(nowMs - forMs);
  const [downSinceMs, silentSinceMs] = [sinceMs(downForMs), sinceMs(silentForMs)];
  return { operatorId, bind, downSinceMs, silentSinceMs, notedAtMs: nowMs };
}

function nameOf({ operatorId, bind }: BindHealth): string {
  return `${operatorId}/${bind}`;
}

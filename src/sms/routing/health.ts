/**
 * Which operators are up, told among processes: each notes the binds that it holds, when they change and
 * every ten seconds, and reads those of the others once a second.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { type Condition, fineCondition } from '#sms/directory.ts';
import type { Operator } from '#sms/operator.ts';

export type BindHealth = {
  readonly operatorId: number;
  readonly bind: number;
  /** Null while it is up. */
  readonly downSinceMs: number | null;
  readonly notedAtMs: number;
};

export interface HealthStore {
  noteHealth(binds: readonly BindHealth[]): Promise<void>;
  /** Of all processes. */
  listHealth(): Promise<readonly BindHealth[]>;
}

/** A bind that this process holds. */
export type OwnBind = {
  readonly operatorId: number;
  readonly bind: number;
  /** Undefined while it is up. */
  readonly downForMs: number | undefined;
};

const everyMs = 1_000;
const lookedAtMs = 250;
const notedEveryMs = 10_000;
/** Nobody holds a bind that has not been noted for so long. */
const freshMs = 30_000;

export type HealthPorts = {
  readonly store: HealthStore;
  readonly own: () => readonly OwnBind[];
  readonly clock: Clock;
  readonly log: Log;
};

export class Health implements AsyncDisposable {
  readonly #ports: HealthPorts;
  readonly #loop: Loop;
  #others: readonly BindHealth[] = [];
  #seen: { readonly atMs: number; readonly conditions: ReadonlyMap<number, Condition> } = {
    atMs: Number.NEGATIVE_INFINITY,
    conditions: new Map(),
  };
  readonly #noted = new Map<string, BindHealth>();

  constructor(ports: HealthPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    const work = (): Promise<void> => this.exchange();
    this.#loop = new Loop({ name: 'health of operators', everyMs, clock, log, work });
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

  /** The places of an operator's binds that are up, in any process. */
  upBinds(operatorId: number): readonly number[] {
    const nowMs = this.#ports.clock.nowMs();
    const own = this.#ports.own().filter(({ downForMs }) => downForMs === undefined);
    const others = this.#others.filter((bind) => isFresh(bind, nowMs) && bind.downSinceMs === null);
    return [...own, ...others]
      .filter((bind) => bind.operatorId === operatorId)
      .map(({ bind }) => bind);
  }

  /** Notes what has changed here, and reads what the others have noted. */
  async exchange(): Promise<void> {
    const { store, clock, log } = this.#ports;
    try {
      const nowMs = clock.nowMs();
      const own = this.#ports.own().map((bind) => noted(bind, nowMs));
      const news = own.filter((bind) => this.#isNews(bind));
      if (news.length > 0) await store.noteHealth(news);
      for (const bind of news) this.#noted.set(nameOf(bind), bind);
      const names = new Set(own.map((bind) => nameOf(bind)));
      this.#others = (await store.listHealth()).filter((bind) => !names.has(nameOf(bind)));
    } catch (error) {
      // What was known stays known until it is stale.
      log.warn('health.unknown', errorFields(error));
    }
  }

  #look(): ReadonlyMap<number, Condition> {
    const nowMs = this.#ports.clock.nowMs();
    const own: readonly OwnBind[] = this.#ports.own();
    const others = this.#others
      .filter((bind) => isFresh(bind, nowMs))
      .map(({ operatorId, ...bind }) => ({ operatorId, downForMs: downFor(bind, nowMs) }));
    const byOperator = Map.groupBy([...own, ...others], ({ operatorId }) => operatorId);
    return new Map(
      [...byOperator].map(([id, binds]) => [id, { ...fineCondition, downForMs: shortest(binds) }]),
    );
  }

  #isNews(bind: BindHealth): boolean {
    const before = this.#noted.get(nameOf(bind));
    if (before === undefined || bind.notedAtMs - before.notedAtMs >= notedEveryMs) return true;
    return (before.downSinceMs === null) !== (bind.downSinceMs === null);
  }
}

/** For those who hold no binds themselves. */
export function conditionsOf(
  binds: readonly BindHealth[],
  nowMs: number,
): (operator: Operator) => Condition {
  return ({ id }) => {
    const known = binds.filter((bind) => bind.operatorId === id && isFresh(bind, nowMs));
    const downForMs = shortest(known.map((bind) => ({ downForMs: downFor(bind, nowMs) })));
    return downForMs === undefined ? fineCondition : { ...fineCondition, downForMs };
  };
}

function shortest(binds: readonly Pick<OwnBind, 'downForMs'>[]): number | undefined {
  let least: number | undefined;
  for (const { downForMs } of binds) {
    if (downForMs === undefined) return undefined;
    least = Math.min(least ?? downForMs, downForMs);
  }
  return least;
}

function downFor(
  { downSinceMs }: Pick<BindHealth, 'downSinceMs'>,
  nowMs: number,
): number | undefined {
  return downSinceMs === null ? undefined : Math.max(0, nowMs - downSinceMs);
}

/** Whether its process has been heard of lately. */
export function isFresh({ notedAtMs }: BindHealth, nowMs: number): boolean {
  return nowMs - notedAtMs < freshMs;
}

function noted({ operatorId, bind, downForMs }: OwnBind, nowMs: number): BindHealth {
  const downSinceMs = downForMs === undefined ? null : Math.round(nowMs - downForMs);
  return { operatorId, bind, downSinceMs, notedAtMs: nowMs };
}

function nameOf({ operatorId, bind }: BindHealth): string {
  return `${operatorId}/${bind}`;
}

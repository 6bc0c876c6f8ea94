/**
 * Calls of one kind gather while a transaction runs, then go together: the slower the commit, the more
 * it carries. Where one of them breaks a constraint each is done alone, so that it takes nobody with it.
 */
import { boundary } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { atTurnEnd } from '#core/turns.ts';
import { StorageUnavailable } from '#core/unavailable.ts';

/** Of 256 rows at most each (queue/batcher.ts): a transaction stays below a tenth of a second. */
const callsAtOnceMax = 32;
/**
 * Under load a transaction begins so long after the one before it, unless enough waits for it by then. One costs about 0.5 ms of
 * CPU whatever it carries, so that more of them make everybody slower; a caller who is alone waits for nothing.
 */
const spacingMs = 4;
const enoughItems = 16;
/** Each is a batch already, so this is far past what a healthy server leaves. */
const waitingMax = 10_000;

/** Its failure refuses the calls that wait, as a database that is away does. */
const commits = boundary('postgres.batch', 'timer');

type Waiting<Call, Answer> = {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: unknown) => void;
};

type GatheringPorts<Call> = {
  readonly clock: Clock;
  /** How many items a call brings. */
  readonly sizeOf: (call: Call) => number;
};

export class Gathering<Call, Answer> {
  readonly #run: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  readonly #clock: Clock;
  readonly #sizeOf: (call: Call) => number;
  readonly #waiting: Waiting<Call, Answer>[] = [];
  #scheduled = false;
  #running = false;

  /** `run` answers one for each call, in order, after all of them are durable, or throws and kept none. */
  constructor(
    run: (calls: readonly Call[]) => Promise<readonly Answer[]>,
    { clock, sizeOf }: GatheringPorts<Call>,
  ) {
    this.#run = run;
    this.#clock = clock;
    this.#sizeOf = sizeOf;
  }

  add(call: Call): Promise<Answer> {
    if (this.#waiting.length >= waitingMax) {
      return Promise.reject(new StorageUnavailable('The database does not keep up'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      this.#schedule();
    });
  }

  /** In a later phase of the loop, so that all that this turn brings goes together. */
  #schedule(): void {
    if (this.#scheduled || this.#running) return;
    this.#scheduled = true;
    atTurnEnd(
      'send',
      commits.guard(
        () => {
          this.#scheduled = false;
          this.#running = true;
          return this.#runAll();
        },
        (error) => this.#refuse(error),
      ),
    );
  }

  #refuse(error: Error): void {
    this.#scheduled = false;
    this.#running = false;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const startedAtMs = this.#clock.monotonicMs();
      const gathered = this.#waiting.splice(0, callsAtOnceMax);
      await this.#runTogether(gathered);
      const earlyMs = startedAtMs + spacingMs - this.#clock.monotonicMs();
      if (gathered.length > 1 && earlyMs > 0 && !this.#isEnough()) await this.#clock.sleep(earlyMs);
    }
    this.#running = false;
  }

  #isEnough(): boolean {
    let items = 0;
    for (const { call } of this.#waiting) items += this.#sizeOf(call);
    return items >= enoughItems;
  }

  async #runTogether(gathered: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#run(gathered.map(({ call }) => call));
      for (const [index, { resolve }] of gathered.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // A storage that is away is away for each of them.
      const alone = gathered.length > 1 && !(error instanceof StorageUnavailable);
      if (alone) for (const each of gathered) await this.#runTogether([each]);
      else for (const { reject } of gathered) reject(error);
    }
  }
}

/** Gathers calls that bring lists: `run` gets one list, and answers one result for each item. */
export function gatherLists<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  clock: Clock,
): Gathering<readonly Item[], readonly Result[]> {
  const sizeOf = (items: readonly Item[]): number => items.length;
  return new Gathering(async (calls) => inShares(await run(calls.flat()), calls.map(sizeOf)), {
    clock,
    sizeOf,
  });
}

/** The list in pieces of these lengths. */
export function inShares<Value>(
  values: readonly Value[],
  lengths: readonly number[],
): readonly (readonly Value[])[] {
  let start = 0;
  return lengths.map((length) => {
    start += length;
    return values.slice(start - length, start);
  });
}

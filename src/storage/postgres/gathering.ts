/**
 * Calls of one kind gather while a transaction runs, then go together: the slower the commit, the more
 * it carries. Where one of them breaks a constraint each is done alone, so that it takes nobody with it.
 */
import { StorageUnavailable } from '#core/unavailable.ts';

/** Of 256 rows at most each (queue/batcher.ts): a transaction stays below a tenth of a second. */
const callsAtOnceMax = 32;
/** Each is a batch already, so this is far past what a healthy server leaves. */
const waitingMax = 10_000;

type Waiting<Call, Answer> = {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: unknown) => void;
};

export class Gathering<Call, Answer> {
  readonly #run: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  readonly #waiting: Waiting<Call, Answer>[] = [];
  #scheduled = false;
  #running: Promise<void> | undefined;

  /** `run` answers one for each call, in order, after all of them are durable, or throws and kept none. */
  constructor(run: (calls: readonly Call[]) => Promise<readonly Answer[]>) {
    this.#run = run;
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

  /** Settles when nothing waits and nothing runs. */
  async settled(): Promise<void> {
    while (this.#running !== undefined || this.#waiting.length > 0) {
      await (this.#running ?? new Promise((resolve) => setImmediate(resolve)));
    }
  }

  /** In a later phase of the loop, so that all that this turn brings goes together. */
  #schedule(): void {
    if (this.#scheduled || this.#running !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#running ??= this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#runTogether(this.#waiting.splice(0, callsAtOnceMax));
    }
    this.#running = undefined;
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
): Gathering<readonly Item[], readonly Result[]> {
  return new Gathering(async (calls) => {
    const results = await run(calls.flat());
    return inShares(
      results,
      calls.map((call) => call.length),
    );
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

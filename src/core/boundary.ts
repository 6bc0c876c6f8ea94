/**
 * Boundaries: the places where something from outside calls into the program. Each is declared by name, and
 * each callback given to a socket, timer, thread or library runs behind its guard. An exception there, or a
 * rejection, ends what it belongs to (a connection, call, job or thread), is logged and is counted. It never
 * ends the process.
 *
 *   const pdus = boundary('smpp.pdu', 'socket event');
 *   socket.on('data', pdus.guard((chunk) => this.#received(chunk), () => this.#close()));
 */

export type BoundaryKind = 'socket event' | 'datagram' | 'timer' | 'thread' | 'promise' | 'library';

export type BoundaryFailure = {
  readonly boundary: string;
  readonly error: Error;
  /** What `end` threw in turn: the thing may still be there. */
  readonly endError?: Error;
};

/** Closes what the failure belongs to. */
export type End = (error: Error) => unknown;

/** Where nothing outlives the callback: what it was given is dropped, as a datagram is. */
export const dropped: End = () => undefined;

/** For listeners that exist because an `error` event without one would be thrown. */
export const ignored = (): void => undefined;

export class Boundary {
  readonly name: string;
  readonly kind: BoundaryKind;
  #failures = 0;

  constructor(name: string, kind: BoundaryKind) {
    this.name = name;
    this.kind = kind;
  }

  /** The callback with this guard around it: it takes the same arguments, answers nothing and never throws. */
  guard<Args extends unknown[]>(
    callback: (...args: Args) => unknown,
    end: End,
  ): (...args: Args) => void {
    // As `run`, without its closure: packets and timers come by the thousand.
    return (...args) => {
      try {
        if (this.#failures > 0) this.#failOnce();
        const answer = callback(...args);
        if (answer instanceof Promise) this.#await(answer, end);
      } catch (error) {
        this.#fail(error, end);
      }
    };
  }

  /** Does now what a guarded callback would do; for a promise that nobody awaits. */
  run(work: () => unknown, end: End): void {
    try {
      if (this.#failures > 0) this.#failOnce();
      const answer = work();
      if (answer instanceof Promise) this.#await(answer, end);
    } catch (error) {
      this.#fail(error, end);
    }
  }

  /** What the work answers, for a caller who needs it; `undefined` where it failed. */
  attempt<Answer>(work: () => Answer, end: End): Answer | undefined {
    try {
      if (this.#failures > 0) this.#failOnce();
      return work();
    } catch (error) {
      this.#fail(error, end);
      return undefined;
    }
  }

  /** The same of work that takes its time. */
  async attemptAsync<Answer>(
    work: () => Promise<Answer> | Answer,
    end: End,
  ): Promise<Answer | undefined> {
    try {
      if (this.#failures > 0) this.#failOnce();
      return await work();
    } catch (error) {
      this.#fail(error, end);
      return undefined;
    }
  }

  /** For a hot path that catches by itself: throws where a test wants this entry to fail. */
  enter(): void {
    if (this.#failures > 0) this.#failOnce();
  }

  /** What such a path has caught, and ended. */
  caught(error: unknown): void {
    this.#fail(error, dropped);
  }

  /** The next entry through here throws, for tests of what it ends. */
  failNext(): void {
    this.#failures += 1;
  }

  /** False where no entry has come since `failNext`; then none will fail any more. */
  disarm(): boolean {
    const hadFailed = this.#failures === 0;
    this.#failures = 0;
    return hadFailed;
  }

  #failOnce(): void {
    this.#failures -= 1;
    throw new ForcedFailure(`A test made the next entry through ${this.name} fail`);
  }

  #await(answer: Promise<unknown>, end: End): void {
    answer.catch((error: unknown) => this.#fail(error, end));
  }

  #fail(thrown: unknown, end: End): void {
    const error = asError(thrown);
    const failure = { boundary: this.name, error };
    try {
      const ending = end(error);
      if (ending instanceof Promise) {
        ending.catch((again: unknown) => report({ ...failure, endError: asError(again) }));
      }
      report(failure);
    } catch (again) {
      report({ ...failure, endError: asError(again) });
    }
  }
}

/** Thrown where a test asked for it. */
class ForcedFailure extends Error {
  override readonly name = 'ForcedFailure';
}

const declared = new Map<string, Boundary>();
const sinks = new Set<(failure: BoundaryFailure) => void>();

/** Declares a boundary, once for the program: `<room>.<what>`. */
export function boundary(name: string, kind: BoundaryKind): Boundary {
  if (!/^[a-z][a-z-]*\.[a-z][a-z-]*$/.test(name)) throw new Error(`${name} names no boundary`);
  if (declared.has(name)) throw new Error(`The boundary ${name} is declared twice`);
  const made = new Boundary(name, kind);
  declared.set(name, made);
  return made;
}

/** All that are declared by the modules loaded so far. */
export function boundaries(): readonly Boundary[] {
  return [...declared.values()];
}

/** From now on each failure is told to `sink`, until that is disposed of. */
export function onBoundaryFailure(sink: (failure: BoundaryFailure) => void): Disposable {
  sinks.add(sink);
  return { [Symbol.dispose]: () => void sinks.delete(sink) };
}

/** A failure that nobody would hear of, as in a command or a test, ends the process like any other exception. */
function report(failure: BoundaryFailure): void {
  if (sinks.size === 0) {
    process.nextTick(() => {
      throw failure.error;
    });
    return;
  }
  for (const sink of sinks) sink(failure);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`Something was thrown: a ${typeof thrown}`);
}

/** Time, as something that is handed over: a test holds it, the program takes the machine's. */
import { Beat, idleness } from './beat.ts';
import { boundary } from './boundary.ts';

/** The last resort: what a timer belongs to ends by its own guard, where there is something to end. */
const timers = boundary('core.timer', 'timer');

/** A pending call; cancelling one that ran or was cancelled does nothing. */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970, for what is stored and shown. It may jump. */
  nowMs(): number;
  /** Milliseconds that never go back, for durations, leases and time-outs. */
  monotonicMs(): number;
  /** Calls once after the delay. A timer alone does not keep the process alive. */
  after(delayMs: number, call: () => void): Timer;
  /** As `after`, for what comes round: of the machine's clock all of it together (`beat.ts`), so up to 250 ms early, or 5 s. */
  onBeat?(delayMs: number, call: () => void): Timer;
  /** Waits; told to stop, it throws the signal's reason. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Node stores timer delays in 31 bits and fires at once above that; longer waits are cut to this. */
const delayMsMax = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, call) => {
    const timeout = setTimeout(fire, Math.min(delayMs, delayMsMax), call);
    timeout.unref();
    return new SystemTimer(timeout);
  },
  onBeat: (delayMs, call) => beat.after(delayMs, () => fire(call)),
  sleep: (delayMs, signal) => sleepOn(systemClock, delayMs, signal),
};

/** Thousands are armed and cancelled a second: one object each, and no functions of their own. */
class SystemTimer implements Timer {
  readonly #timeout: NodeJS.Timeout;

  constructor(timeout: NodeJS.Timeout) {
    this.#timeout = timeout;
  }

  cancel(): void {
    clearTimeout(this.#timeout);
  }
}

/** In all threads of the process alike, so that their rounds come together. */
const monotonicMs = (): number => performance.timeOrigin + performance.now();

const beat = new Beat({ ...systemClock, monotonicMs, isIdle: idleness(() => performance.now()) });

/** A test's clock has no beat, and calls on the instant. */
export function comeRound(clock: Clock, delayMs: number, call: () => void): Timer {
  return clock.onBeat === undefined ? clock.after(delayMs, call) : clock.onBeat(delayMs, call);
}

/** A test's failure comes behind the call, which re-arms what comes round, as one of ours would. */
function fire(call: () => unknown): void {
  try {
    const answer = call();
    if (answer instanceof Promise) answer.catch((error: unknown) => timers.caught(error));
    timers.enter();
  } catch (error) {
    timers.caught(error);
  }
}

/** Keeps the process until it is disposed of, for a program that at times has only timers to wait for. */
export function stayAwake(): Disposable {
  const timer = setInterval(() => undefined, delayMsMax);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** `sleep` made of a clock's own timers, so that every clock waits alike. */
export function sleepOn(
  clock: Pick<Clock, 'after'>,
  delayMs: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const stop = (): void => {
      timer.cancel();
      reject(signal?.reason as Error);
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}

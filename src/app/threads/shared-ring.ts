/**
 * Records on their way from one thread to one other, in memory that both see: written in place, so that nothing is
 * made for garbage collection, and bounded by the ring's size. What is written until `publish` is read together.
 */
import type { MessagePort } from 'node:worker_threads';

/** Octets of the records that nobody has read yet; a power of two. */
const ringBytes = 1 << 20;
/** Larger records do not go this way, so that one always finds a place in an empty ring. */
export const recordBytesMax = ringBytes >> 2;

/** Where in the state which figure stands; the positions count octets and wrap at 2^32. */
const [written, read, asleep] = [0, 1, 2];
const stateBytes = 64;
/** What stands before a record: its length, or `rest`. */
const lengthBytes = 8;
/** In place of a length: the next record is at the beginning of the ring. */
const rest = -1;

/** What both threads are given. */
export type SharedRing = { readonly memory: SharedArrayBuffer };

export function makeSharedRing(): SharedRing {
  return { memory: new SharedArrayBuffer(stateBytes + ringBytes) };
}

type Views = { readonly state: Int32Array; readonly octets: Buffer; readonly numbers: DataView };

function viewsOf({ memory }: SharedRing): Views {
  return {
    state: new Int32Array(memory, 0, stateBytes / Int32Array.BYTES_PER_ELEMENT),
    octets: Buffer.from(memory as unknown as ArrayBuffer, stateBytes, ringBytes),
    numbers: new DataView(memory, stateBytes, ringBytes),
  };
}

/** Writes a record into the views from `at` on, and answers where it ends. */
type Write = (views: Pick<Views, 'octets' | 'numbers'>, at: number) => number;
type Take = (views: Pick<Views, 'octets' | 'numbers'>, at: number) => void;

export class RingWriter {
  readonly #views: Views;
  readonly #wake: Pick<MessagePort, 'postMessage'>;
  #at: number;

  constructor(ring: SharedRing, wake: Pick<MessagePort, 'postMessage'>) {
    this.#views = viewsOf(ring);
    this.#wake = wake;
    this.#at = Atomics.load(this.#views.state, written);
  }

  /** `bytesMax`: what the record takes at most. False: there is no room for it. */
  write(bytesMax: number, write: Write): boolean {
    const whole = lengthBytes + aligned(bytesMax);
    const { octets, numbers } = this.#views;
    const start = this.#at & (ringBytes - 1);
    const skipped = start + whole > ringBytes ? ringBytes - start : 0;
    if (bytesMax > recordBytesMax || this.#used + skipped + whole > ringBytes) return false;
    if (skipped > 0) numbers.setInt32(start, rest, true);
    const place = skipped > 0 ? 0 : start;
    const end = write({ octets, numbers }, place + lengthBytes);
    const length = lengthBytes + aligned(end - place - lengthBytes);
    numbers.setInt32(place, length, true);
    this.#at = (this.#at + skipped + length) | 0;
    return true;
  }

  /** Whether the other thread is so far behind that it had better read in larger pieces. */
  get isHalfFull(): boolean {
    return this.#used > ringBytes / 2;
  }

  /** What was written is there for the other thread, which is woken unless it is about to look. */
  publish(): void {
    const { state } = this.#views;
    Atomics.store(state, written, this.#at);
    if (Atomics.exchange(state, asleep, 0) === 1) this.#wake.postMessage(undefined);
  }

  get #used(): number {
    return (this.#at - Atomics.load(this.#views.state, read)) >>> 0;
  }
}

export class RingReader {
  readonly #views: Views;

  constructor(ring: SharedRing) {
    this.#views = viewsOf(ring);
  }

  /** Takes all that was published, and asks to be woken for what comes next. A record that `take` throws at is over. */
  drain(take: Take): void {
    const { state } = this.#views;
    do {
      Atomics.store(state, asleep, 0);
      const end = Atomics.load(state, written);
      let at = Atomics.load(state, read);
      while (at !== end) at = this.#takeNext(at, take);
      Atomics.store(state, asleep, 1);
    } while (Atomics.load(state, written) !== Atomics.load(state, read));
  }

  /** Where the next one begins. */
  #takeNext(at: number, take: Take): number {
    const { state, octets, numbers } = this.#views;
    const start = at & (ringBytes - 1);
    const length = numbers.getInt32(start, true);
    const next = (at + (length === rest ? ringBytes - start : length)) | 0;
    try {
      if (length !== rest) take({ octets, numbers }, start + lengthBytes);
    } finally {
      Atomics.store(state, read, next);
    }
    return next;
  }
}

function aligned(bytes: number): number {
  return (bytes + 7) & ~7;
}

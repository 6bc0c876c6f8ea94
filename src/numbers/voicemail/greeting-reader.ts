/** Converts greetings where they hold no call up: a minute of fine sound takes a second or more. */
import type { Clock } from '#core/clock.ts';
import { SideThread } from '#core/side-thread.ts';
import type { ReadGreeting } from './greeting.ts';

const patienceMs = 30_000;
const megabytesMax = 256;

export class GreetingReader implements AsyncDisposable {
  readonly #thread: SideThread<Uint8Array, ReadGreeting>;

  constructor(clock: Clock) {
    const module = new URL('./greeting-reader-worker.ts', import.meta.url);
    this.#thread = new SideThread({ module, patienceMs, megabytesMax, clock });
  }

  /** Undefined: it took too long, or the thread has failed. */
  readonly read = async (file: Buffer): Promise<ReadGreeting | undefined> => {
    const read = await this.#thread.ask(file);
    // Octets lose their class on the way from the thread.
    return read?.ok === true ? { ...read, pcm: Buffer.from(read.pcm) } : read;
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}

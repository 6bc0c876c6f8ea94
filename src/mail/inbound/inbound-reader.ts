/** Reads mails from outside where they hold nobody up: some are written to be slow. */
import type { Clock } from '#core/clock.ts';
import { SideThread } from '#core/side-thread.ts';
import type { InboundAsked } from './inbound-reader-worker.ts';
import type { InboundMail } from './read-inbound.ts';

/** The worst that came within the bounds of `readInboundMail` took half a second on a busy machine. */
const patienceMs = 10_000;
const megabytesMax = 256;

export class InboundReader implements AsyncDisposable {
  readonly #thread: SideThread<InboundAsked, InboundMail>;

  constructor(clock: Clock) {
    const module = new URL('./inbound-reader-worker.ts', import.meta.url);
    this.#thread = new SideThread({ module, patienceMs, megabytesMax, clock });
  }

  /** Undefined: it took too long, or the thread has failed. */
  readonly read = (octets: Uint8Array, sender: string): Promise<InboundMail | undefined> =>
    this.#thread.ask({ octets, sender });

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}

/** What the two machines of a server share: answers that are sent, and again where the request comes again. */
import type { Clock, Timer } from '#core/clock.ts';
import type { SipResponse } from '../message.ts';
import type { Flow } from '../transport/flow.ts';
import { writeResponse } from '../write-message.ts';

export type ServerOptions = {
  readonly key: string;
  /** Where answers go. */
  readonly flow: Flow;
  readonly clock: Clock;
  readonly ended: () => void;
  /** An answer was sent again. */
  readonly repeats?: (() => void) | undefined;
};

export abstract class ServerTransaction {
  readonly key: string;
  readonly flow: Flow;
  protected readonly options: ServerOptions;
  protected state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'over' = 'proceeding';
  /** What a request that comes again gets. */
  protected last: Buffer | undefined;
  #end: Timer | undefined;

  constructor(options: ServerOptions) {
    this.key = options.key;
    this.flow = options.flow;
    this.options = options;
  }

  /** Sends an answer and gives its octets; undefined where a final one has gone before it. */
  respond(response: SipResponse): Buffer | undefined {
    if (this.state !== 'proceeding') return undefined;
    const octets = writeResponse(response);
    // Before it is sent: whatever comes of that, the transaction ends.
    this.answered(response.status, octets);
    this.flow.send(octets);
    return octets;
  }

  /** The request came again. */
  repeated(): void {
    if (this.last === undefined) return;
    this.options.repeats?.();
    this.flow.send(this.last);
  }

  /** Forgets it, whatever its state. */
  end(): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.stopTimers();
    this.options.ended();
  }

  protected abstract answered(status: number, octets: Buffer): void;

  protected endAfter(waitMs: number): void {
    this.#end?.cancel();
    if (waitMs === 0) this.end();
    else this.#end = this.options.clock.after(waitMs, () => this.end());
  }

  protected stopTimers(): void {
    this.#end?.cancel();
    this.#end = undefined;
  }
}

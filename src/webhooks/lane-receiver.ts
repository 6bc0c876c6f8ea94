/** Keeps a lane's endpoint open for sending, and follows what people change about it. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { Endpoint } from './endpoint.ts';
import { Receiver, type ReceiverPorts } from './receiver.ts';
import type { WebhookStore } from './webhook-store.ts';

/**
 * `unknown`: not read yet. `held`: paused or disabled, its jobs wait. `removed`: there is no such
 * endpoint any more, its jobs are dropped.
 */
export type ReceiverState = 'unknown' | 'open' | 'held' | 'removed';

export type LaneReceiverPorts = ReceiverPorts & {
  readonly store: Pick<WebhookStore, 'findEndpoint' | 'disableEndpoint'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** A read that failed, or a secret that does not open, is not tried again at once. */
const pauseMs = 10_000;

export class LaneReceiver {
  readonly #endpointId: number;
  readonly #ports: LaneReceiverPorts;
  #state: ReceiverState = 'unknown';
  #endpoint: Endpoint | undefined;
  #receiver: Receiver | undefined;
  #isStale = true;
  #reading = false;
  #notBeforeMs = 0;

  constructor(endpointId: number, ports: LaneReceiverPorts) {
    this.#endpointId = endpointId;
    this.#ports = ports;
  }

  /** `unknown` too until a change has been read. */
  get state(): ReceiverState {
    return this.#isStale || this.#reading ? 'unknown' : this.#state;
  }

  /** As it was last read; undefined before that, and where there is none. */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /** There while the state is `open`. */
  get receiver(): Receiver | undefined {
    return this.#receiver;
  }

  /** Whether `refresh` is to be called before anything is sent, and when nothing is in progress. */
  get wantsRefresh(): boolean {
    return this.#isStale && !this.#reading && this.#ports.clock.monotonicMs() >= this.#notBeforeMs;
  }

  /** The endpoint may have changed. */
  forget(): void {
    this.#isStale = true;
  }

  async refresh(): Promise<void> {
    this.#reading = true;
    this.#isStale = false;
    try {
      this.#take(await this.#ports.store.findEndpoint(this.#endpointId));
    } catch (error) {
      this.#isStale = true;
      this.#notBeforeMs = this.#ports.clock.monotonicMs() + pauseMs;
      this.#ports.log.error('webhook.endpoint_unreadable', {
        endpoint: this.#endpointId,
        ...errorFields(error),
      });
    } finally {
      this.#reading = false;
    }
  }

  /**
   * The endpoint is given up: nothing is sent from now on, and people see why. Where they cannot be told
   * it is as it was before, after a pause.
   */
  async giveUp(reason: string, tell: () => Promise<boolean>): Promise<void> {
    // Several requests of a turn may find it gone.
    if (this.#state === 'held') return;
    this.#state = 'held';
    const isDone = (await tell()) && (await this.#disable(reason));
    if (!isDone) this.#notBeforeMs = this.#ports.clock.monotonicMs() + pauseMs;
    this.#isStale = true;
  }

  stop(): void {
    this.#receiver?.stop();
    this.#receiver = undefined;
    this.#isStale = true;
  }

  async #disable(reason: string): Promise<boolean> {
    const { store, clock, log } = this.#ports;
    const endpoint = this.#endpointId;
    try {
      await store.disableEndpoint(endpoint, { reason, atMs: clock.nowMs() });
      log.warn('webhook.endpoint_disabled', { endpoint, reason });
      return true;
    } catch (error) {
      log.error('webhook.endpoint_not_disabled', { endpoint, ...errorFields(error) });
      return false;
    }
  }

  #take(endpoint: Endpoint | undefined): void {
    this.#state = stateOf(endpoint);
    this.#endpoint = endpoint;
    if (endpoint !== undefined && isSame(endpoint, this.#receiver?.endpoint)) return;
    this.#receiver?.stop();
    this.#receiver = undefined;
    if (endpoint !== undefined && this.#state === 'open') {
      this.#receiver = new Receiver(endpoint, this.#ports);
    }
  }
}

function stateOf(endpoint: Endpoint | undefined): ReceiverState {
  if (endpoint === undefined) return 'removed';
  return endpoint.state === 'active' ? 'open' : 'held';
}

function isSame(a: Endpoint, b: Endpoint | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

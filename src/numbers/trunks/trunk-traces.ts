/** Messages of trunks that an administrator wants to see, on their way to the storage. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { Hop, Trace, UserAgent } from '../sip/user-agent.ts';
import { type NewTracedMessage, traceText } from './traced-message.ts';
import type { Trunk } from './trunk.ts';
import type { TrunkDirectory } from './trunk-directory.ts';
import type { TrunkStore } from './trunk-store.ts';

export type TrunkTracesPorts = {
  readonly store: Pick<TrunkStore, 'keepMessages'>;
  readonly trunks: () => TrunkDirectory;
  readonly resolve: UserAgent['resolve'];
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 500;
/** What waits to be stored; a load that brings more within a round is not seen whole. */
const waitingMax = 1_000;
/** Of all trunks; the newest. */
const keptMax = 2_000;

/** A trunk that is traced, with the addresses that calls go to. */
type Traced = { readonly trunk: Trunk; readonly places: ReadonlySet<string> };

export class TrunkTraces implements AsyncDisposable {
  readonly #ports: TrunkTracesPorts;
  readonly #loop: Loop;
  #traced: readonly Traced[] = [];
  #waiting: NewTracedMessage[] = [];
  #missed = 0;

  constructor(ports: TrunkTracesPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    const work = (): Promise<void> => this.#look();
    this.#loop = new Loop({ name: 'traces of trunks', everyMs, clock, log, work });
  }

  start(): void {
    this.#loop.start();
  }

  /** Asked for each message, so what is not traced costs no more than this question. */
  take({ direction, peer, octets }: Trace): void {
    if (this.#traced.length === 0) return;
    const atMs = this.#ports.clock.nowMs();
    const trunk = this.#trunkOf(peer);
    if (trunk === undefined || trunk.tracedUntilMs <= atMs) return;
    if (this.#waiting.length >= waitingMax) {
      this.#missed += 1;
      return;
    }
    const { transport, address, port } = peer;
    const text = traceText(octets);
    const place = `${transport} ${address}:${port}`;
    this.#waiting.push({ trunkId: trunk.id, atMs, direction, peer: place, text });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.#store().catch(() => undefined);
  }

  async #look(): Promise<void> {
    const nowMs = this.#ports.clock.nowMs();
    const wanted = this.#ports.trunks().trunks.filter(({ tracedUntilMs }) => tracedUntilMs > nowMs);
    this.#traced = await Promise.all(wanted.map((trunk) => this.#withPlaces(trunk)));
    await this.#store();
  }

  /** A name that has no address now has perhaps one later. */
  async #withPlaces(trunk: Trunk): Promise<Traced> {
    const { host, port, transport } = trunk.settings;
    if (host === '') return { trunk, places: new Set() };
    const where = { host, port: port ?? undefined, transport };
    const hops = await this.#ports.resolve(where).catch(() => []);
    return { trunk, places: new Set(hops.map((hop) => placeOf(hop))) };
  }

  /** The one that calls go to there, else the one that calls come from there. */
  #trunkOf(peer: Hop): Trunk | undefined {
    const place = placeOf(peer);
    const called = this.#traced.find(({ places }) => places.has(place));
    if (called !== undefined) return called.trunk;
    const { address, port } = peer;
    const directory = this.#ports.trunks();
    const isAnothers = directory.trunks.some(
      ({ settings }) => settings.host === address && settings.port === port,
    );
    const owner = isAnothers ? undefined : directory.ofSource(address, port);
    return this.#traced.find(({ trunk }) => trunk.id === owner?.id)?.trunk;
  }

  async #store(): Promise<void> {
    const { store, log } = this.#ports;
    if (this.#missed > 0) log.warn('trunk.trace_missed', { messages: this.#missed });
    this.#missed = 0;
    const messages = this.#waiting;
    this.#waiting = [];
    if (messages.length > 0) await store.keepMessages(messages, keptMax);
  }
}

function placeOf({ address, port }: Pick<Hop, 'address' | 'port'>): string {
  return `${address} ${port}`;
}

/** The lanes in memory: made when first needed, let go when they have had nothing to do for a while. */
import type { Lease } from '#queue/lease.ts';
import type { EndpointLane } from './endpoint-lane.ts';

export type LaneCounts = { readonly lanes: number; readonly broken: number };

type Entry = { readonly lane: EndpointLane; busyMs: number };

/** The jobs of further lanes wait in the table until one of these is let go. */
const lanesMax = 10_000;
/** From here on idle lanes are let go at once. */
const crowded = 9_000;
/** Their kept connections are closed with them. */
const idleMsMax = 60_000;

export class LaneSet {
  readonly #make: (name: string, lease: Lease) => EndpointLane;
  readonly #entries = new Map<string, Entry>();

  constructor(make: (name: string, lease: Lease) => EndpointLane) {
    this.#make = make;
  }

  /** Undefined while there are too many. */
  open(name: string, lease: Lease, nowMs: number): EndpointLane | undefined {
    const entry = this.#entries.get(name);
    if (entry !== undefined) return entry.lane;
    if (this.#entries.size >= lanesMax) return undefined;
    const lane = this.#make(name, lease);
    this.#entries.set(name, { lane, busyMs: nowMs });
    return lane;
  }

  tick(nowMs: number): void {
    const idleMs = this.#entries.size > crowded ? 0 : idleMsMax;
    for (const [name, entry] of this.#entries) {
      entry.lane.tick(nowMs);
      if (!entry.lane.idle) entry.busyMs = nowMs;
      if (nowMs - entry.busyMs <= idleMs) continue;
      this.#entries.delete(name);
      entry.lane.stop();
    }
  }

  forget(): void {
    for (const { lane } of this.#entries.values()) lane.forget();
  }

  /** How many are in memory, and of how many the receiver is down. */
  get counts(): LaneCounts {
    let broken = 0;
    for (const { lane } of this.#entries.values()) broken += lane.isBroken ? 1 : 0;
    return { lanes: this.#entries.size, broken };
  }

  /** The lane, if it is here. */
  find(name: string): EndpointLane | undefined {
    return this.#entries.get(name)?.lane;
  }

  under(lease: Lease): readonly EndpointLane[] {
    return [...this.#entries.values()]
      .map(({ lane }) => lane)
      .filter((lane) => lane.lease.name === lease.name);
  }

  /** Requests of these lanes that are in progress end without a result. */
  stop(lanes: readonly EndpointLane[]): void {
    for (const lane of lanes) {
      lane.stop();
      this.#entries.delete(lane.name);
    }
  }
}

/** What the breakers of lanes must remember beyond the process, written at most once a second. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { type BreakerState, closedBreaker } from './endpoint-breaker.ts';
import type { LaneState, WebhookStore } from './webhook-store.ts';

export type LaneStatesPorts = {
  readonly store: Pick<WebhookStore, 'findLaneStates' | 'saveLaneStates'>;
  readonly clock: Clock;
  readonly log: Log;
};

const saveEveryMs = 1_000;

export class LaneStates {
  readonly #ports: LaneStatesPorts;
  /** Of lanes that are failing; the others have nothing to remember. */
  readonly #failing = new Map<string, BreakerState>();
  readonly #changed = new Map<string, LaneState>();
  #savedMs = 0;
  #saving: Promise<void> = Promise.resolve();
  #loading: Promise<void> | undefined;

  constructor(ports: LaneStatesPorts) {
    this.#ports = ports;
  }

  /** What any process has saved; concurrent callers share one read. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  of(lane: string): BreakerState {
    return this.#failing.get(lane) ?? closedBreaker;
  }

  note(state: LaneState): void {
    this.#remember(state);
    this.#changed.set(state.lane, state);
  }

  /** Saves what has changed, if the last time is long enough ago. */
  tick(nowMs: number): void {
    if (this.#changed.size === 0 || nowMs - this.#savedMs < saveEveryMs) return;
    this.#savedMs = nowMs;
    void this.save();
  }

  /** Saves what has changed; a failure is logged and tried again with the next. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveOnce());
    return this.#saving;
  }

  async #load(): Promise<void> {
    for (const state of await this.#ports.store.findLaneStates('webhook')) {
      if (!this.#changed.has(state.lane)) this.#remember(state);
    }
  }

  async #saveOnce(): Promise<void> {
    const states = [...this.#changed.values()];
    if (states.length === 0) return;
    this.#changed.clear();
    try {
      await this.#ports.store.saveLaneStates(states);
    } catch (error) {
      for (const state of states) {
        if (!this.#changed.has(state.lane)) this.#changed.set(state.lane, state);
      }
      this.#ports.log.warn('webhook.lane_states_unsaved', errorFields(error));
    }
  }

  #remember(state: LaneState): void {
    if (state.failingSinceMs === 0 && state.openUntilMs === 0) this.#failing.delete(state.lane);
    else this.#failing.set(state.lane, state);
  }
}

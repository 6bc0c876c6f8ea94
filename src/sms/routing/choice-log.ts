/**
 * Writes down why messages went the way they went, for those who ask later. The choice itself stands in
 * the message: what is lost here with a crash, a second's worth at most, is the explanation.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { RouteChoice, RouteStore } from './route-store.ts';

const everyMs = 1_000;
/** While the storage is away: further ones are not kept. */
const keptMax = 50_000;

export type ChoiceLogPorts = {
  readonly store: Pick<RouteStore, 'noteChoices'>;
  readonly clock: Clock;
  readonly log: Log;
};

export class ChoiceLog implements AsyncDisposable {
  readonly #ports: ChoiceLogPorts;
  readonly #loop: Loop;
  #kept: RouteChoice[] = [];

  constructor(ports: ChoiceLogPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    const work = (): Promise<void> => this.flush();
    this.#loop = new Loop({ name: 'notes of routes', everyMs, clock, log, work });
  }

  start(): void {
    this.#loop.start();
  }

  note(choices: readonly RouteChoice[]): void {
    if (this.#kept.length < keptMax) this.#kept.push(...choices);
  }

  async flush(): Promise<void> {
    const choices = this.#kept;
    this.#kept = [];
    if (choices.length === 0) return;
    try {
      await this.#ports.store.noteChoices(choices);
    } catch (error) {
      this.#ports.log.warn('choices.unwritten', errorFields(error));
      this.#kept = [...choices, ...this.#kept].slice(0, keptMax);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.flush();
  }
}

/** How far a move is: a line a second while there is something to say. */
import type { Clock } from '#core/clock.ts';

type Ports = { readonly clock: Clock; readonly tell: (line: string) => void };

const everyMs = 1_000;

export class Progress {
  readonly #done: string;
  readonly #ports: Ports;
  readonly #total: number;
  readonly #startedAtMs: number;
  #toldAtMs: number;
  #rows = 0;

  /** `done` is what has happened to rows, such as `copied`; `counts` those of each table. */
  constructor(done: string, counts: ReadonlyMap<string, number>, ports: Ports) {
    this.#done = done;
    this.#ports = ports;
    this.#total = counts.values().reduce((sum, count) => sum + count, 0);
    this.#startedAtMs = ports.clock.monotonicMs();
    this.#toldAtMs = this.#startedAtMs;
  }

  add(table: string, rows: number): void {
    this.#rows += rows;
    const nowMs = this.#ports.clock.monotonicMs();
    if (nowMs - this.#toldAtMs < everyMs) return;
    this.#toldAtMs = nowMs;
    this.#tell(` (${table})`, nowMs);
  }

  end(): void {
    this.#tell('', this.#ports.clock.monotonicMs());
  }

  #tell(where: string, nowMs: number): void {
    const seconds = Math.max(nowMs - this.#startedAtMs, 1) / 1_000;
    const percent = this.#total === 0 ? 100 : Math.floor((100 * this.#rows) / this.#total);
    const rows = [this.#rows, this.#total, Math.round(this.#rows / seconds)].map(asNumber);
    this.#ports.tell(
      `${rows[0]} of ${rows[1]} rows ${this.#done}, ${percent} %, ${rows[2]} rows/s${where}`,
    );
  }
}

function asNumber(value: number): string {
  return value.toLocaleString('en-US');
}

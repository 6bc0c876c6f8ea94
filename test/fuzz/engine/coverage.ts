/**
 * Which blocks of the program ran, as V8 counts them. Counting costs about a tenth of a decoder's speed, asking
 * 0.6 ms: so many inputs run between two questions, and the one that reached something new is found by halves.
 */
import { type Profiler, Session } from 'node:inspector';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = pathToFileURL(path.join(import.meta.dirname, '../../..')).href;
/** The program, and the libraries that decode for it. */
const counted = [`${root}/src/`, `${root}/node_modules/`];

export type Taken = readonly Profiler.ScriptCoverage[];

export class Coverage implements Disposable {
  readonly #session = new Session();
  /** By function: each character of it that has run. */
  readonly #seen = new Map<string, Uint8Array>();
  #blocks = 0;

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get blocks(): number {
    return this.#blocks;
  }

  /** What has run since it was last asked. */
  take(): Taken {
    let taken: Taken = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      taken = result.filter(({ url }) => counted.some((place) => url.startsWith(place)));
    });
    return taken;
  }

  isNew(taken: Taken): boolean {
    return this.#count(taken, (_seen, _ran) => undefined) > 0;
  }

  learn(taken: Taken): void {
    this.#blocks += this.#count(taken, (seen, ran) => {
      for (let at = 0; at < ran.length; at++) seen[at] = (seen[at] ?? 0) | (ran[at] ?? 0);
    });
  }

  [Symbol.dispose](): void {
    this.#session.disconnect();
  }

  /** Stretches of source that ran now and never before. */
  #count(taken: Taken, note: (seen: Uint8Array, ran: Uint8Array) => void): number {
    let fresh = 0;
    for (const { url, functions } of taken) {
      for (const { ranges } of functions) {
        const ran = paint(ranges);
        const key = `${url} ${ranges[0]?.startOffset}`;
        const seen = this.#seen.get(key) ?? new Uint8Array(ran.length);
        const found = countFresh(seen, ran);
        if (found === 0) continue;
        fresh += found;
        this.#seen.set(key, seen);
        note(seen, ran);
      }
    }
    return fresh;
  }
}

/** A range holds those behind it; what ran as often as what is around it has none of its own. */
function paint(ranges: readonly Profiler.CoverageRange[]): Uint8Array {
  const [whole] = ranges;
  if (whole === undefined) return new Uint8Array();
  const ran = new Uint8Array(whole.endOffset - whole.startOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    ran.fill(count > 0 ? 1 : 0, startOffset - whole.startOffset, endOffset - whole.startOffset);
  }
  return ran;
}

function countFresh(seen: Uint8Array, ran: Uint8Array): number {
  let stretches = 0;
  let inside = false;
  for (let at = 0; at < ran.length; at++) {
    const isFresh = ran[at] === 1 && seen[at] === 0;
    if (isFresh && !inside) stretches += 1;
    inside = isFresh;
  }
  return stretches;
}

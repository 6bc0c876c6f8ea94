/** Inputs for a driver: made as those of the decoders are, counted, and no faster than asked for. */
import { setTimeout as pause } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import { readCorpus } from '../engine/corpus.ts';
import { Mutator } from '../engine/mutate.ts';
import { Random } from '../engine/random.ts';
import { wordsBelow } from '../engine/words.ts';
import { targets } from '../targets.ts';

export type FeedWish = {
  readonly seeds: readonly Buffer[];
  /** Decoders whose inputs are good here, too. */
  readonly like: readonly string[];
  /** The folder of the sources that read it. */
  readonly sources: string;
  readonly seed: number;
  /** Inputs a second; 0 is as many as are taken. */
  readonly rate: number;
  /** What comes first, as it is. */
  readonly replayed?: readonly Buffer[];
};

/** Hosts that strangers come from; 127.0.0.1 asks the well-formed questions. */
const strangers = Array.from({ length: 49 }, (_, at) => `127.0.0.${at + 2}`);
const lastMax = 400;

export class Feed {
  readonly random: Random;
  readonly #mutator: Mutator;
  readonly #rate: number;
  readonly #startedAt = performance.now();
  readonly #replayed: Buffer[];
  /** The last ones, oldest first: among them is what ended the program, if something did. */
  #last: Buffer[] = [];
  /** Those that the program has read for certain. */
  inputs = 0;
  #asked = 0;

  constructor({ seeds, like, sources, seed, rate, replayed = [] }: FeedWish) {
    this.random = new Random(seed);
    this.#rate = rate;
    this.#replayed = [...replayed];
    this.#mutator = new Mutator({
      random: this.random,
      corpus: balanced(seeds, like.flatMap(inputsOf)),
      words: wordsBelow(sources),
      bytesMax: 16_384,
    });
  }

  get last(): readonly Buffer[] {
    return this.#last;
  }

  /** The next input; `shape` makes of it what goes out. */
  next(shape: (octets: Buffer) => Buffer = (octets) => octets): Buffer {
    const octets = this.#replayed.shift() ?? shape(this.#mutator.next());
    this.#last.push(octets);
    if (this.#last.length > 2 * lastMax) this.#last = this.#last.slice(-lastMax);
    return octets;
  }

  /** So many have been read: what stands behind an input that ended its connection has not. */
  took(count: number): void {
    this.inputs += count;
  }

  /** So many things have been given to the program that make it ask for inputs, sooner or later. */
  asked(count: number): void {
    this.#asked += count;
  }

  /** Inputs that the program has been made to ask for, and has not had. */
  get waiting(): number {
    return this.#asked - this.inputs;
  }

  some(count: number, shape?: (octets: Buffer) => Buffer): Buffer[] {
    return Array.from({ length: count }, () => this.next(shape));
  }

  stranger(): string {
    return must(this.random.pick(strangers), 'host');
  }

  /** Waits until it is time for more. */
  async pace(): Promise<void> {
    const earlyMs = this.#earlyMs(Math.max(this.inputs, this.#asked));
    if (earlyMs > 0) await pause(earlyMs);
  }

  /** False: what the program asks now is answered well, or there would be more than asked for. */
  get isDue(): boolean {
    return this.#earlyMs(this.inputs) <= 0;
  }

  #earlyMs(count: number): number {
    if (this.#rate === 0) return 0;
    return this.#startedAt + (count / this.#rate) * 1_000 - performance.now();
  }
}

/** A driver's own inputs, which the program knows, are picked as often as all others. */
function balanced(own: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  const times = Math.max(1, Math.floor(others.length / Math.max(own.length, 1)));
  return [...others, ...Array.from({ length: times }, () => own).flat()];
}

/** Streams begin with an octet that says how they are read, which here the network does. */
function inputsOf(name: string): readonly Buffer[] {
  const { seeds } = must(
    targets.find((each) => each.name === name),
    name,
  );
  const inputs = [...seeds, ...readCorpus('reached', name), ...readCorpus('broken', name)];
  return /stream|session|response/.test(name) ? inputs.map((octets) => octets.subarray(1)) : inputs;
}

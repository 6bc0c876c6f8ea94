/**
 * Feeds one target: a batch of inputs runs, coverage is asked once, and where a block ran for the first time
 * the batch is run again by halves until the input that did it is found and joins the corpus.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keepInput, readCorpus } from './corpus.ts';
import { Coverage } from './coverage.ts';
import { type Fault, faultOf, placeOf } from './fault.ts';
import { Mutator } from './mutate.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';
import type { Target } from './target.ts';
import { wordsOf } from './words.ts';

export type Bounds = { readonly inputs: number; readonly ms: number; readonly seed: number };

export type Figures = {
  inputs: number;
  seconds: number;
  blocks: number;
  slowestMs: number;
  slowest: string;
  rssMb: readonly [before: number, after: number];
  handles: readonly [before: number, after: number];
  faults: readonly Fault[];
};

/** A batch lasts as long as asking for its coverage is cheap beside it, and twice as long after one that found nothing. */
const batchMs = { least: 20, most: 160 };
const batchMax = { inputs: 20_000, bytes: 16_000_000 };
/** No input may hold the program up for longer, whatever it says. */
const slowMs = 50;
/** What a run may leave in memory, once garbage is collected: its own lists grow as well. */
const growthMbMax = 64;
/** Memory is looked at once V8 has compiled what it will. */
const warmUpShare = 0.1;
const faultsMax = 20;
const bytesMaxDefault = 4_096;

export class Loop {
  readonly #target: Target;
  readonly #bounds: Bounds;
  readonly #begins: (octets: Buffer) => void;
  readonly #coverage = new Coverage();
  readonly #corpus: Buffer[];
  readonly #faults = new Map<string, Fault>();
  #inputs = 0;
  #batchMs = batchMs.least;
  #slowest: { readonly ms: number; readonly octets: Buffer } = { ms: 0, octets: Buffer.alloc(0) };

  /** `begins` hears of each input before it runs, so that somebody else knows it if it never ends. */
  constructor(target: Target, bounds: Bounds, begins: (octets: Buffer) => void) {
    this.#target = target;
    this.#bounds = bounds;
    this.#begins = begins;
    const kept = [...readCorpus('broken', target.name), ...readCorpus('reached', target.name)];
    this.#corpus = [...target.seeds, ...kept];
  }

  async run(): Promise<Figures> {
    const startedAt = performance.now();
    const mutator = await this.#start();
    let before: Usage | undefined;
    for (;;) {
      const spentMs = performance.now() - startedAt;
      const share = Math.max(spentMs / this.#bounds.ms, this.#inputs / this.#bounds.inputs);
      if (share >= warmUpShare) before ??= await usage();
      if (share >= 1) break;
      await this.#batch(mutator);
    }
    const after = await usage();
    if (before !== undefined && after.liveMb - before.liveMb > growthMbMax) {
      const grown = `${Math.round(after.liveMb - before.liveMb)} MB more are held than at the start`;
      this.#faults.set('grew', { kind: 'grew', message: grown, octets: Buffer.alloc(0) });
    }
    return this.#figures(startedAt, before ?? after, after);
  }

  /** What is known already runs first: its files give the words. */
  async #start(): Promise<Mutator> {
    this.#coverage.take();
    for (const octets of this.#corpus) await this.#feed(octets);
    const taken = this.#coverage.take();
    this.#coverage.learn(taken);
    return new Mutator({
      random: new Random(this.#bounds.seed),
      corpus: this.#corpus,
      words: wordsOf(taken),
      bytesMax: this.#target.bytesMax ?? bytesMaxDefault,
    });
  }

  async #batch(mutator: Mutator): Promise<void> {
    const batch: Buffer[] = [];
    let bytes = 0;
    const until = performance.now() + this.#batchMs;
    while (batch.length < batchMax.inputs && bytes < batchMax.bytes) {
      const octets = mutator.next();
      batch.push(octets);
      bytes += octets.length;
      await this.#feed(octets);
      if (performance.now() >= until) break;
    }
    this.#inputs += batch.length;
    const taken = this.#coverage.take();
    const isNew = this.#coverage.isNew(taken);
    this.#batchMs = isNew ? batchMs.least : Math.min(2 * this.#batchMs, batchMs.most);
    if (!isNew) return;
    await this.#find(batch);
    // What came only the first time, as a cache that was filled, is known from now on.
    this.#coverage.learn(taken);
  }

  async #find(batch: readonly Buffer[]): Promise<void> {
    const middle = batch.length >> 1;
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      if (half.length === 0) continue;
      for (const octets of half) await this.#feed(octets);
      const taken = this.#coverage.take();
      if (!this.#coverage.isNew(taken)) continue;
      const [only] = half;
      if (half.length > 1) await this.#find(half);
      else if (only !== undefined) this.#keep(only, taken);
    }
  }

  #keep(octets: Buffer, taken: ReturnType<Coverage['take']>): void {
    this.#coverage.learn(taken);
    this.#corpus.push(octets);
    keepInput('reached', this.#target.name, octets);
  }

  async #feed(octets: Buffer): Promise<void> {
    this.#begins(octets);
    const startedAt = performance.now();
    const fault = await attempt(this.#target, octets);
    const ms = performance.now() - startedAt;
    if (fault !== undefined) await this.#note(fault);
    if (ms > this.#slowest.ms) await this.#time(octets);
  }

  /** What was slow because the machine was busy, or to be compiled, is fast when it comes again and only its CPU counts. */
  async #time(octets: Buffer): Promise<void> {
    let ms = Number.POSITIVE_INFINITY;
    for (let again = 0; again < 3; again++) {
      const before = process.threadCpuUsage();
      await attempt(this.#target, octets);
      const { user, system } = process.threadCpuUsage(before);
      ms = Math.min(ms, (user + system) / 1_000);
    }
    if (ms > this.#slowest.ms) this.#slowest = { ms, octets };
    if (ms > slowMs) {
      await this.#note({ kind: 'slow', message: `takes ${Math.round(ms)} ms`, octets });
    }
  }

  async #note(fault: Fault): Promise<void> {
    const place = placeOf(fault);
    if (this.#faults.has(place) || this.#faults.size >= faultsMax) return;
    const isSame = async (octets: Buffer): Promise<boolean> => {
      const again = await attempt(this.#target, octets);
      return again !== undefined && placeOf(again) === place;
    };
    const octets = fault.kind === 'threw' ? await shrink(fault.octets, isSame) : fault.octets;
    this.#faults.set(place, { ...fault, octets, after: this.#inputs });
    keepInput('broken', this.#target.name, octets);
  }

  #figures(startedAt: number, before: Usage, after: Usage): Figures {
    const { ms, octets } = this.#slowest;
    return {
      inputs: this.#inputs,
      seconds: (performance.now() - startedAt) / 1_000,
      blocks: this.#coverage.blocks,
      slowestMs: ms,
      slowest: keepInput('reached', `${this.#target.name}.slowest`, octets),
      rssMb: [before.rssMb, after.rssMb],
      handles: [before.handles, after.handles],
      faults: [...this.#faults.values()],
    };
  }
}

async function attempt(target: Target, octets: Buffer): Promise<Fault | undefined> {
  try {
    const read = target.read(octets);
    if (read instanceof Promise) await read;
    return undefined;
  } catch (error) {
    return faultOf(error, octets);
  }
}

type Usage = { readonly rssMb: number; readonly liveMb: number; readonly handles: number };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function usage(): Promise<Usage> {
  // Buffers are let go in the round after the one that finds them.
  for (let round = 0; round < 3; round++) {
    collect();
    await turn();
  }
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  return { rssMb: mb(rss), liveMb: mb(heapUsed + external + arrayBuffers), handles };
}

function mb(bytes: number): number {
  return bytes / 1_048_576;
}

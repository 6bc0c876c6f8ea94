/**
 * A network of queues, simulated event by event: stations of one or several servers, and stations that take all that
 * waits in one batch, as a writer commits it. Time is in µs; the same seed gives the same run.
 */

/** A thread, or so many alike that take from one queue. */
export type Station = { readonly name: string; readonly servers: number };

/** Takes what waits while the batch before it is under way: works for it on a station, then waits for the disk. */
export type Batcher = {
  readonly name: string;
  readonly on: Station;
  readonly fixedUs: number;
  readonly diskUs: number;
  readonly most: number;
};

export type Step =
  | { readonly kind: 'work'; readonly on: Station; readonly us: number }
  | { readonly kind: 'commit'; readonly by: Batcher; readonly us: number }
  | { readonly kind: 'wait'; readonly us: number }
  /** The client has its answer: in a closed loop the next request follows. */
  | { readonly kind: 'answer' };

export type Load =
  | { readonly kind: 'closed'; readonly clients: number }
  | { readonly kind: 'open'; readonly perSecond: number };

export type Outcome = {
  readonly perSecond: number;
  readonly acceptP99Ms: number;
  readonly endToEndP99Ms: number;
  /** Share of its time in which each station or batcher was at work, the busiest first. */
  readonly busy: readonly (readonly [string, number])[];
  readonly commitsPerSecond: number;
};

type Work = { readonly us: number; readonly done: () => void };

/** Messages go round the ways in turn: each is the way of one process. */
export function simulate(
  ways: readonly (readonly Step[])[],
  load: Load,
  { seconds = 2, warmUpSeconds = 1, seed = 1 } = {},
): Outcome {
  const world = new World(seed);
  const endUs = (seconds + warmUpSeconds) * 1e6;
  const fromUs = warmUpSeconds * 1e6;
  const accepts: number[] = [];
  const journeys: number[] = [];
  let started = 0;
  const begin = (): void => {
    const way = ways[started % ways.length] ?? [];
    started += 1;
    const beganUs = world.nowUs;
    const go = (place: number): void => {
      const step = way[place];
      if (step === undefined) {
        if (world.nowUs >= fromUs) journeys.push(world.nowUs - beganUs);
      } else if (step.kind === 'answer') {
        if (world.nowUs >= fromUs) accepts.push(world.nowUs - beganUs);
        if (load.kind === 'closed') world.after(0, begin);
        go(place + 1);
      } else world.take(step, () => go(place + 1));
    };
    go(0);
  };
  if (load.kind === 'closed') for (let n = 0; n < load.clients; n += 1) world.after(n, begin);
  else arrive(world, begin, load.perSecond);
  world.run(fromUs, endUs);
  return {
    perSecond: journeys.length / seconds,
    acceptP99Ms: p99(accepts) / 1_000,
    endToEndP99Ms: p99(journeys) / 1_000,
    busy: world.busy(endUs - fromUs),
    commitsPerSecond: world.commits / seconds,
  };
}

function arrive(world: World, begin: () => void, perSecond: number): void {
  const next = (): void => {
    begin();
    world.after(world.exponential(1e6 / perSecond), next);
  };
  next();
}

function p99(values: readonly number[]): number {
  return Float64Array.from(values).toSorted()[Math.floor(values.length * 0.99)] ?? 0;
}

/** Waiting work is a list of which the first `taken` have been taken: to take the first of an array would move all. */
type Queue = { idle: number; waiting: Work[]; taken: number; busyUs: number };
type Gathering = { readonly waiting: Work[]; isUnderWay: boolean; busyUs: number };

class World {
  nowUs = 0;
  commits = 0;
  readonly #events = new Heap();
  readonly #queues = new Map<Station, Queue>();
  readonly #gatherings = new Map<Batcher, Gathering>();
  #random: number;
  #fromUs = 0;

  constructor(seed: number) {
    this.#random = seed;
  }

  after(us: number, work: () => void): void {
    this.#events.add(this.nowUs + us, work);
  }

  take(step: Exclude<Step, { kind: 'answer' }>, done: () => void): void {
    if (step.kind === 'wait') this.after(step.us, done);
    // What a piece of work takes scatters; half of it is taken as fixed.
    else if (step.kind === 'work')
      this.#work(step.on, { us: step.us / 2 + this.exponential(step.us / 2), done });
    else this.#gather(step.by, { us: step.us, done });
  }

  run(fromUs: number, endUs: number): void {
    this.#fromUs = fromUs;
    for (let event = this.#events.take(); event !== undefined; event = this.#events.take()) {
      if (event.atUs > endUs) return;
      this.nowUs = event.atUs;
      event.work();
    }
  }

  busy(forUs: number): readonly (readonly [string, number])[] {
    const stations = [...this.#queues].map(
      ([{ name, servers }, { busyUs }]) => [name, busyUs / forUs / servers] as const,
    );
    const batchers = [...this.#gatherings].map(
      ([{ name }, { busyUs }]) => [name, busyUs / forUs] as const,
    );
    return [...stations, ...batchers].toSorted(([, a], [, b]) => b - a);
  }

  exponential(mean: number): number {
    // Park and Miller: as good as is needed, and the same on each machine.
    this.#random = (this.#random * 48_271) % 2_147_483_647;
    return -Math.log(this.#random / 2_147_483_647) * mean;
  }

  #work(station: Station, work: Work): void {
    let queue = this.#queues.get(station);
    if (queue === undefined) {
      queue = { idle: station.servers, waiting: [], taken: 0, busyUs: 0 };
      this.#queues.set(station, queue);
    }
    if (queue.idle > 0) this.#serve(queue, work);
    else queue.waiting.push(work);
  }

  #serve(queue: Queue, { us, done }: Work): void {
    queue.idle -= 1;
    if (this.nowUs >= this.#fromUs) queue.busyUs += us;
    this.after(us, () => {
      queue.idle += 1;
      const next = queue.waiting[queue.taken];
      if (next === undefined) [queue.waiting, queue.taken] = [[], 0];
      else {
        queue.taken += 1;
        this.#serve(queue, next);
      }
      done();
    });
  }

  #gather(batcher: Batcher, work: Work): void {
    let gathering = this.#gatherings.get(batcher);
    if (gathering === undefined) {
      gathering = { waiting: [], isUnderWay: false, busyUs: 0 };
      this.#gatherings.set(batcher, gathering);
    }
    gathering.waiting.push(work);
    if (!gathering.isUnderWay) this.#commit(batcher, gathering);
  }

  #commit(batcher: Batcher, gathering: Gathering): void {
    const batch = gathering.waiting.splice(0, batcher.most);
    gathering.isUnderWay = batch.length > 0;
    if (batch.length === 0) return;
    const us = batch.reduce((sum, each) => sum + each.us, batcher.fixedUs);
    const beganUs = this.nowUs;
    const done = (): void => {
      if (beganUs >= this.#fromUs) {
        this.commits += 1;
        gathering.busyUs += this.nowUs - beganUs;
      }
      for (const each of batch) each.done();
      this.#commit(batcher, gathering);
    };
    this.#work(batcher.on, { us, done: () => this.after(batcher.diskUs, done) });
  }
}

type Event = { readonly atUs: number; readonly order: number; readonly work: () => void };

/** A binary heap; what is due at the same instant comes in the order in which it was added. */
class Heap {
  readonly #events: Event[] = [];
  #added = 0;

  add(atUs: number, work: () => void): void {
    this.#added += 1;
    const events = this.#events;
    let place = events.push({ atUs, order: this.#added, work }) - 1;
    for (let above = (place - 1) >> 1; place > 0 && this.#isBefore(place, above); ) {
      this.#swap(place, above);
      place = above;
      above = (place - 1) >> 1;
    }
  }

  take(): Event | undefined {
    const events = this.#events;
    const [first] = events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return first;
    events[0] = last;
    for (let place = 0; ; ) {
      let least = place;
      for (const below of [2 * place + 1, 2 * place + 2]) {
        if (below < events.length && this.#isBefore(below, least)) least = below;
      }
      if (least === place) return first;
      this.#swap(place, least);
      place = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#events[one], this.#events[other]];
    if (a === undefined || b === undefined) return false;
    return a.atUs < b.atUs || (a.atUs === b.atUs && a.order < b.order);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#events[one], this.#events[other]];
    if (a === undefined || b === undefined) return;
    this.#events[one] = b;
    this.#events[other] = a;
  }
}

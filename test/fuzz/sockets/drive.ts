/** Lets a driver feed the program, and sees that it lives and answers all the while. */
import { setTimeout as pause } from 'node:timers/promises';
import { keepInput } from '../engine/corpus.ts';
import type { Bounds } from '../engine/loop.ts';
import type { Driver } from './driver.ts';
import { Feed } from './feed.ts';
import type { World } from './world.ts';

export type Driven = {
  readonly inputs: number;
  readonly seconds: number;
  readonly exits: number;
  readonly unanswered: number;
  readonly probes: number;
  readonly rssMb: readonly [before: number, after: number];
  readonly handles: readonly [before: number, after: number];
};

type Wish = Bounds & { readonly rate: number; readonly replayed?: readonly Buffer[] };

const probeEveryMs = 2_000;
/** What is under way ends, and garbage is collected, before it is counted what is left. */
const settleMs = 5_000;
const exitsMax = 5;
/** One of the last inputs ended the program; more are under way at a time than one. */
const keptMax = 128;
/** Every turn has its own waits; one that lasts longer waits for what nobody will send. */
const turnMsMax = 30_000;

/** Under which its last inputs are kept where they ended the program. */
export function keptName({ name }: Driver): string {
  return `through-${name}`;
}

export async function drive(
  driver: Driver,
  world: World,
  wish: Wish,
  tell: (sentence: string) => void,
): Promise<Driven> {
  const { seed, rate, replayed } = wish;
  const feed = new Feed({ ...driver.inputs(world), seed, rate, ...(replayed && { replayed }) });
  const watch = { exits: 0, unanswered: 0, probes: 0 };
  const startedAt = performance.now();
  const isOver = (): boolean =>
    watch.exits >= exitsMax ||
    feed.inputs >= wish.inputs ||
    performance.now() - startedAt >= wish.ms;
  const before = world.usage();
  const lane = async (_: unknown, at: number): Promise<void> => {
    while (!isOver()) {
      await feed.pace();
      if (world.runs) await within(turnMsMax, driver.turn(world, feed, at)).catch(() => pause(50));
      else await pause(50);
    }
  };
  const look = async (): Promise<void> => {
    while (!isOver()) {
      await pause(probeEveryMs);
      if (world.runs) await probe();
      else await restart();
    }
  };
  const probe = async (): Promise<void> => {
    watch.probes += 1;
    const isAnswered = await driver.probe(world).catch(() => false);
    if (!isAnswered && world.runs) watch.unanswered += 1;
  };
  const restart = async (): Promise<void> => {
    watch.exits += 1;
    tell(
      `${driver.name} ended the program after ${feed.inputs} inputs:\n${await world.lastWords()}`,
    );
    for (const octets of feed.last.slice(-keptMax)) keepInput('broken', keptName(driver), octets);
    await world.restart();
  };
  await Promise.all([look(), ...Array.from({ length: driver.lanes }, lane)]);
  await within(turnMsMax, driver.close?.(world)).catch(() => undefined);
  const seconds = (performance.now() - startedAt) / 1_000;
  await pause(settleMs);
  if (world.runs) await probe();
  else await restart();
  const after = world.usage();
  return {
    ...watch,
    inputs: feed.inputs,
    seconds,
    rssMb: [before.rssMb, after.rssMb],
    handles: [before.handles, after.handles],
  };
}

/** What the work answers; rejects where it takes longer. */
async function within<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`took longer than ${ms} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/**
 * What one message of each kind writes: sent alone, again and again. Of its commits the median counts; of its rows
 * those of the message that wrote the fewest, for what is written every few seconds can only add to them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { medianOf } from './median.ts';
import type { LogPosition, Meter } from './meter.ts';
import type { Kind, World } from './world.ts';

export type MessageCounts = {
  readonly kind: Kind;
  /** Transactions that wrote, for a message that meets no other. */
  readonly commits: number;
  readonly walBytes: number;
  /** Rows by table, with what happened to them. */
  readonly inserted: Readonly<Record<string, number>>;
  readonly updated: Readonly<Record<string, number>>;
  readonly deleted: Readonly<Record<string, number>>;
  /** Entries written by index. */
  readonly entries: Readonly<Record<string, number>>;
};

/** Nothing more is written for a message after so long a silence; what happens every few seconds is seldom met. */
const quietMs = 150;
const lookEveryMs = 15;
const unseen = 2;

export async function countMessages(
  world: World,
  meter: Meter,
  wish: { readonly kinds: readonly Kind[]; readonly repetitions: number; readonly logged: boolean },
): Promise<readonly MessageCounts[]> {
  const logged = new Map<Kind, readonly LogPosition[]>();
  for (const kind of wish.logged ? wish.kinds : []) {
    await world.send(kind, unseen);
    await quiet(meter);
    const each = () => logOfOne(world, meter, kind);
    logged.set(kind, await inTurn(wish.repetitions, each));
  }
  await meter.countRows();
  const counts: MessageCounts[] = [];
  for (const kind of wish.kinds) {
    // Statements are prepared anew once there are triggers.
    await world.send(kind, unseen);
    await quiet(meter);
    const rows = await inTurn(wish.repetitions, () => rowsOfOne(world, meter, kind));
    counts.push(summary(kind, logged.get(kind) ?? [], rows));
  }
  return counts;
}

async function inTurn<Value>(times: number, work: () => Promise<Value>): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let left = times; left > 0; left -= 1) values.push(await work());
  return values;
}

async function logOfOne(world: World, meter: Meter, kind: Kind): Promise<LogPosition> {
  const before = await meter.position();
  await world.send(kind);
  const after = await quiet(meter);
  return { commits: after.commits - before.commits, bytes: after.bytes - before.bytes };
}

type Rows = ReadonlyMap<string, number>;

async function rowsOfOne(world: World, meter: Meter, kind: Kind): Promise<Rows> {
  const before = await meter.rows();
  await world.send(kind);
  await quiet(meter);
  const after = await meter.rows();
  return new Map([...after].map(([name, n]) => [name, n - (before.get(name) ?? 0)]));
}

/** Waits until nothing has been written for a while. */
async function quiet(meter: Meter): Promise<LogPosition> {
  let last = await meter.position();
  let sinceMs = performance.now();
  while (performance.now() - sinceMs < quietMs) {
    await pause(lookEveryMs);
    const now = await meter.position();
    if (now.bytes !== last.bytes) sinceMs = performance.now();
    last = now;
  }
  return last;
}

function summary(kind: Kind, logged: readonly LogPosition[], rows: readonly Rows[]): MessageCounts {
  const fewest = rows.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? new Map<string, number>();
  const of = (what: string): Record<string, number> =>
    Object.fromEntries(
      [...fewest]
        .filter(([name, n]) => n > 0 && name.startsWith(`${what} `))
        .map(([name, n]) => [name.slice(what.length + 1), n] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    kind,
    commits: medianOf(logged.map(({ commits }) => commits)),
    walBytes: medianOf(logged.map(({ bytes }) => bytes)),
    inserted: of('insert'),
    updated: of('update'),
    deleted: of('delete'),
    entries: of('entry'),
  };
}

function sizeOf(rows: Rows): number {
  return [...rows.values()].reduce((sum, n) => sum + n, 0);
}

export function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

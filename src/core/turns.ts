/**
 * Sharing the event loop: what thousands of lanes have to do at the same time is done in slices, so that a request
 * that comes meanwhile waits for one slice and not for all of them.
 */

import { systemClock } from './clock.ts';

/** What one turn of the event loop spends on such work before it serves what else has come. */
const sliceMs = 1;

/**
 * How a turn ends: what its I/O has brought becomes batches, batches are sent to the storage, and what can wait is
 * worked on while the storage writes. In another order a request would wait a turn, and its work, for each step.
 */
const phases = ['gather', 'send', 'work'] as const;
type Phase = (typeof phases)[number];

const atEnd: Record<Phase, (() => void)[]> = { gather: [], send: [], work: [] };
let isEnding = false;

let waiting: (() => void)[] = [];

/** Calls back once at the end of this turn of the event loop, after the I/O that has come. `call` never throws. */
export function atTurnEnd(phase: Phase, call: () => void): void {
  atEnd[phase].push(call);
  if (!isEnding) endTurn();
}

/** Resolves at the end of this turn of the event loop, or of the next one if this one is ending. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => atTurnEnd('work', resolve));
}

/**
 * Calls back in a later turn, in the order of asking, as many a turn as fit its slice. `call` never throws; a caller who
 * asks bounds how many of its calls wait.
 */
export function soon(call: () => void): void {
  if (waiting.push(call) === 1) void serve();
}

/** Resolves when it is the caller's turn. */
export function myTurn(): Promise<void> {
  return new Promise(soon);
}

/** Does the work for each item, in slices; the first one begins at once. What the work throws ends it. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
): Promise<void> {
  let isOver = slice();
  for (const item of items) {
    if (isOver()) {
      await myTurn();
      isOver = slice();
    }
    work(item);
  }
}

/** Says whether the slice that begins now is over; by the clock of the system, because others wait in real time. */
export function slice(): () => boolean {
  const endsAtMs = systemClock.monotonicMs() + sliceMs;
  return () => systemClock.monotonicMs() >= endsAtMs;
}

/** One callback a phase, because promises are settled between callbacks: what gathered may send in this turn. */
function endTurn(): void {
  isEnding = true;
  for (const phase of phases) setImmediate(run, phase);
}

function run(phase: Phase): void {
  const calls = atEnd[phase];
  atEnd[phase] = [];
  for (const call of calls) call();
  if (phase !== 'work') return;
  isEnding = false;
  if (phases.some((each) => atEnd[each].length > 0)) endTurn();
}

async function serve(): Promise<void> {
  while (waiting.length > 0) {
    await nextTurn();
    const calls = waiting;
    const isOver = slice();
    let done = 0;
    do {
      calls[done++]?.();
      // What the call has begun goes on now, and counts.
      await Promise.resolve();
    } while (done < calls.length && !isOver());
    waiting = calls.slice(done);
  }
}

/** A text to one phone that waits in a lane, as far as it takes to decide whether it may be taken from there. */

import { recipientOfPart } from '#model/ids.ts';
import { readForm, submitsOf } from '#sms/text/form.ts';
import type { LaneCursor, WaitingSlicePart, WaitingStore } from './waiting-store.ts';
import { laneStart } from './waiting-store.ts';

export type WaitingText = Omit<
  WaitingSlicePart,
  'partId' | 'attempt' | 'unanswered' | 'intended' | 'jobId' | 'dueAtMs'
> & {
  readonly recipientId: number;
  readonly jobIds: readonly number[];
  /** Undefined: nobody can have taken any of it. */
  readonly obstacle: TextObstacle | undefined;
};

/** `tried`: a submit of a part went unanswered or was refused for now; `partly gone`: the operator has other parts. */
export type TextObstacle = 'tried' | 'in doubt' | 'partly gone';

/** Rows of a read: some milliseconds, which on SQLite the whole process waits. */
const sliceMax = 500;
/** Texts whose parts do not stand one behind the other; beyond it the first of them is told as it is. */
const openMax = 1_000;

/** Goes along a lane, slice by slice; a text comes once, when all of its parts were seen. */
export async function* walkTexts(
  store: Pick<WaitingStore, 'waitingSlice'>,
  lane: string,
): AsyncGenerator<readonly WaitingText[], void, undefined> {
  const open = new Map<number, WaitingSlicePart[]>();
  for (let after: LaneCursor | undefined = laneStart; after !== undefined; ) {
    const slice: readonly WaitingSlicePart[] = await store.waitingSlice(lane, after, sliceMax);
    const isLast = slice.length < sliceMax;
    yield gather(slice, open, isLast ? 0 : openMax);
    after = isLast ? undefined : slice.at(-1);
  }
}

function gather(
  slice: readonly WaitingSlicePart[],
  open: Map<number, WaitingSlicePart[]>,
  keptMax: number,
): readonly WaitingText[] {
  const texts: WaitingText[] = [];
  for (const part of slice) {
    const recipientId = recipientOfPart(part.partId);
    const parts = open.get(recipientId) ?? [];
    parts.push(part);
    if (parts.length < submits(part)) open.set(recipientId, parts);
    else {
      open.delete(recipientId);
      texts.push(textOf(recipientId, parts));
    }
  }
  for (const [recipientId, parts] of open) {
    if (open.size <= keptMax) break;
    open.delete(recipientId);
    texts.push(textOf(recipientId, parts));
  }
  return texts;
}

function textOf(recipientId: number, parts: readonly WaitingSlicePart[]): WaitingText {
  const [first] = parts as [WaitingSlicePart];
  const { partId: _, attempt: _a, unanswered: _u, intended: _i, jobId: _j, ...rest } = first;
  const { dueAtMs: _d, ...common } = rest;
  const jobIds = parts.map(({ jobId }) => jobId);
  return { ...common, recipientId, jobIds, obstacle: obstacleOf(parts) };
}

function obstacleOf(parts: readonly WaitingSlicePart[]): TextObstacle | undefined {
  if (parts.some(({ intended, unanswered }) => intended || unanswered > 0)) return 'in doubt';
  if (parts.some(({ attempt }) => attempt > 0)) return 'tried';
  const [first] = parts as [WaitingSlicePart];
  return parts.length < submits(first) && !first.isCancelled ? 'partly gone' : undefined;
}

function submits({ form, parts }: WaitingSlicePart): number {
  return submitsOf({ form: readForm(form), parts });
}

/** What the thread of a target and its starter share. */
import type { Bounds } from './loop.ts';

export type ThreadWish = {
  readonly name: string;
  readonly bounds: Bounds;
  readonly shared: SharedArrayBuffer;
};

/** In front of the octets of the input that runs: how many inputs have begun, and how long it is. */
export const sharedHeadBytes = 8;

/** What feeds the whole program through one of its sockets. */
import type { Protocol } from '../engine/target.ts';
import type { Feed, FeedWish } from './feed.ts';
import type { World } from './world.ts';

export type Driver = {
  readonly name: string;
  readonly protocol: Protocol;
  /** Connections at a time. */
  readonly lanes: number;
  readonly inputs: (world: World) => Pick<FeedWish, 'seeds' | 'like' | 'sources'>;
  /** Brings some inputs, and ends when the program has taken them or has hung up. */
  readonly turn: (world: World, feed: Feed, lane: number) => Promise<void>;
  /** Ends what its turns have left open. */
  readonly close?: (world: World) => Promise<void>;
  /** A well-formed question from 127.0.0.1; false: nothing came back. */
  readonly probe: (world: World) => Promise<boolean>;
};

/** Which thread of a process has which of its roles. */
import { availableParallelism } from 'node:os';
import type { Config } from '#config.ts';
import type { Role } from '#core/role.ts';

export type ThreadPlan = {
  readonly main: readonly Role[];
  /** Of each thread beside it. */
  readonly beside: readonly (readonly Role[])[];
};

export type Planned = {
  readonly roles: readonly Role[];
  /** No other process can work on the storage. */
  readonly isSole: boolean;
  /** SIP is heard: without it the role of calls is no work. */
  readonly hearsSip: boolean;
};

/**
 * A message stays in the thread that accepted it until its webhook has left, so only what is work enough by itself
 * moves: email, whose slow servers, names and MIME would else stand before each request, and calls with their sounds.
 */
const movable: readonly Role[] = ['mail', 'calls'];

/** A thread takes some 80 MB: email and calls have one each only where cores are not short. */
const coresForEach = 4;

export function usualThreads(cores: number): number {
  return cores < coresForEach ? Math.min(cores, 2) : movable.length + 1;
}

export function threadsOf({ threads }: Pick<Config, 'threads'>): number {
  return threads === 'auto' ? usualThreads(availableParallelism()) : threads;
}

/**
 * `threads`: at most; what has no thread of its own shares the last one. A process that has no other role, or one that
 * many share the storage with, stays as it is.
 */
export function planThreads({ roles, isSole, hearsSip }: Planned, threads: number): ThreadPlan {
  const mayMove = movable.filter((role) => roles.includes(role) && (role !== 'calls' || hearsSip));
  const moved = threads > 1 ? mayMove : [];
  const main = roles.filter((role) => !moved.includes(role));
  if (!isSole || main.length === 0) return { main: roles, beside: [] };
  const own = moved.slice(0, threads - 2);
  const shared = moved.slice(own.length);
  return {
    main,
    beside: [...own.map((role) => [role]), ...(shared.length === 0 ? [] : [shared])],
  };
}

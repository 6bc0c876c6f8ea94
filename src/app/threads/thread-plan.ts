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
  /** SIP is heard: without it the role of calls is no work. */
  readonly hearsSip: boolean;
};

/**
 * What waits for the world outside, or is work enough by itself, and would else stand before each request: email with
 * slow servers, names and MIME; calls with their sounds; webhooks with receivers of all kinds. Two threads have calls
 * apart from the others, whose work can wait.
 */
const movable: readonly Role[] = ['mail', 'calls', 'webhooks'];

/** A thread takes some 80 MB: more than one beside the main thread only where cores are not short. */
const coresForMore = 4;

export function usualThreads(cores: number): number {
  return cores < coresForMore ? Math.min(cores, 2) : Math.min(cores - 1, movable.length + 1);
}

export function threadsOf({ threads }: Pick<Config, 'threads'>): number {
  return threads === 'auto' ? usualThreads(availableParallelism()) : threads;
}

/**
 * `threads`: at most; where they are too few, what moves shares them. A process that has no other role stays as it is.
 */
export function planThreads({ roles, hearsSip }: Planned, threads: number): ThreadPlan {
  const mayMove = movable.filter((role) => roles.includes(role) && (role !== 'calls' || hearsSip));
  const moved = threads > 1 ? mayMove : [];
  const main = roles.filter((role) => !moved.includes(role));
  if (main.length === 0) return { main: roles, beside: [] };
  const others = Math.min(moved.length, threads - 1);
  const beside = Array.from({ length: others }, (_, thread) =>
    moved.filter((_role, place) => place % others === thread),
  );
  return { main, beside };
}

/** Which thread of a process has which of its roles. */
import type { Role } from '#core/role.ts';

export type ThreadPlan = {
  readonly main: readonly Role[];
  /** Of each thread beside it. */
  readonly beside: readonly (readonly Role[])[];
};

/**
 * What waits for the world outside and would else stand before each request: email, for slow servers, names and MIME;
 * webhooks, for receivers of all kinds.
 */
const movable: readonly Role[] = ['mail', 'webhooks'];

/**
 * `threads`: at most; where they are too few, they share what moves. A process that has no other role, or one that many
 * share the storage with, stays as it is.
 */
export function planThreads(
  { roles, isSole }: { readonly roles: readonly Role[]; readonly isSole: boolean },
  threads: number,
): ThreadPlan {
  const moved = movable.filter((role) => threads > 1 && roles.includes(role));
  const main = roles.filter((role) => !moved.includes(role));
  if (!isSole || main.length === 0) return { main: roles, beside: [] };
  const others = Math.min(moved.length, threads - 1);
  const beside = Array.from({ length: others }, (_, thread) =>
    moved.filter((_role, place) => place % others === thread),
  );
  return { main, beside };
}

/** Which thread of a process has which of its roles. */
import type { Role } from '#core/role.ts';

export type ThreadPlan = {
  readonly main: readonly Role[];
  /** Of each thread beside it. */
  readonly beside: readonly (readonly Role[])[];
};

/**
 * A message stays in the thread that accepted it until its webhook has left, so only what is work enough by itself
 * moves: email, whose slow servers, names and MIME would else stand before each request.
 */
const movable: readonly Role[] = ['mail'];

/** `threads`: at most. A process that has no other role, or one that many share the storage with, stays as it is. */
export function planThreads(
  { roles, isSole }: { readonly roles: readonly Role[]; readonly isSole: boolean },
  threads: number,
): ThreadPlan {
  const moved = movable.filter((role) => roles.includes(role)).slice(0, threads - 1);
  const main = roles.filter((role) => !moved.includes(role));
  if (!isSole || main.length === 0) return { main: roles, beside: [] };
  return { main, beside: moved.map((role) => [role]) };
}

/**
 * Who takes which leases: every process works it out alone from what the storage shows, and all come to
 * sums that fit together. Nobody takes more than its share, and who has more gives up what is over.
 */
import type { Role } from '#core/role.ts';
import type { LeaseView, SeenProcess, StoredLease } from './lease.ts';

/**
 * `even`: shared out among the processes of a role. `all`: for this process alone, whenever they are
 * free. `one`: this process wants any one of them, and best one that nobody has used for long.
 */
export type Sharing =
  | { readonly how: 'even'; readonly role: Role }
  | { readonly how: 'all' }
  | { readonly how: 'one' };

export type ShareQuestion = {
  readonly view: LeaseView;
  /** The process that asks; it counts as alive. */
  readonly processId: number;
  /** The names that are shared out, in an order that all processes agree on. */
  readonly wanted: readonly string[];
  readonly sharing: Sharing;
  /** A process not seen for so long has ended. */
  readonly aliveMs: number;
};

export type ShareAnswer = {
  /** To be taken, if they are still free. */
  readonly take: readonly string[];
  readonly giveUp: readonly string[];
  /** How many this process has less than its share. */
  readonly lacks: number;
};

export function share(question: ShareQuestion): ShareAnswer {
  const { view, processId, wanted } = question;
  const byName = new Map(view.leases.map((lease) => [lease.name, lease]));
  const mine = wanted.filter((name) => isMine(byName.get(name), processId));
  const free = wanted.filter((name) => byName.get(name)?.isFree ?? true);
  const quota = quotaOf(question);
  if (mine.length > quota) return { take: [], giveUp: mine.slice(quota), lacks: 0 };
  const inOrder = question.sharing.how === 'one' ? longestFreeFirst(free, byName) : free;
  const lacks = quota - mine.length;
  return { take: inOrder.slice(0, lacks), giveUp: [], lacks };
}

function isMine(lease: StoredLease | undefined, processId: number): boolean {
  return lease !== undefined && !lease.isFree && lease.owner === processId;
}

/** How many of them this process is to hold. */
function quotaOf({ view, processId, wanted, sharing, aliveMs }: ShareQuestion): number {
  // It is of use to what drains, too.
  if (sharing.how === 'one') return Math.min(1, wanted.length);
  const self = view.processes.find(({ id }) => id === processId);
  if (self === undefined || self.draining) return 0;
  if (sharing.how === 'all') return wanted.length;
  const sharers = view.processes
    .filter((one) => isSharer(one, sharing.role, view.nowMs - aliveMs))
    .toSorted((a, b) => a.id - b.id);
  const rank = sharers.findIndex(({ id }) => id === processId);
  if (rank < 0) return 0;
  // What does not divide goes to the oldest, so that a newcomer moves as little as can be.
  const { length } = wanted;
  return Math.floor(length / sharers.length) + (rank < length % sharers.length ? 1 : 0);
}

function isSharer(process: SeenProcess, role: Role, seenSinceMs: number): boolean {
  return !process.draining && process.seenAtMs > seenSinceMs && process.roles.includes(role);
}

function longestFreeFirst(
  names: readonly string[],
  byName: ReadonlyMap<string, StoredLease>,
): readonly string[] {
  const usedAtMs = (name: string): number => byName.get(name)?.expiresAtMs ?? 0;
  return names.toSorted((a, b) => usedAtMs(a) - usedAtMs(b));
}

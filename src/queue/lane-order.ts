/** What an administrator orders for the mails to some servers: that they are held, and how fast they may leave. */
import type { Author } from '#core/author.ts';

/** It holds until it is taken back. */
export type LaneOrder = {
  readonly owner: string;
  readonly held: boolean;
  /** JSON text of the limits that were set, `{}` for none. */
  readonly limits: string;
  readonly setAtMs: number;
};

export interface LaneOrderStore {
  findLaneOrders(): Promise<readonly LaneOrder[]>;
  /** Raises `settings_version`; undefined takes the order back. */
  saveLaneOrder(owner: string, order: LaneOrder | undefined, author: Author): Promise<void>;
  /**
   * Mails of a lane that were put off are due now, and nothing is remembered that slows it down; those that a
   * server may have taken keep their time. Not in one commit: a lane may hold millions.
   */
  resumeMails(owner: string, nowMs: number): Promise<void>;
}

/** `mail/relay`, `mail/catcher`, `mail/direct/google`: mails whose servers are known. */
export function isOfServers(owner: string): boolean {
  return /^mail\/(?:catcher|relay|direct\/[^:\p{Cc}]{1,120})$/u.test(owner);
}

/** Answers whether that changed anything; a resumed lane tries again at once also where it was not held. */
export async function holdServers(
  owner: string,
  { isHeld, author }: { readonly isHeld: boolean; readonly author: Author },
  store: LaneOrderStore,
): Promise<boolean> {
  const before = await orderOf(owner, store);
  await give({ owner, held: isHeld, limits: before?.limits ?? '{}' }, author, store);
  if (!isHeld) await store.resumeMails(owner, author.atMs);
  return (before?.held ?? false) !== isHeld;
}

/** Those that are not named stay; answers all that are set. */
export async function limitServers<Limits extends object>(
  owner: string,
  { limits, author }: { readonly limits: Limits; readonly author: Author },
  store: Pick<LaneOrderStore, 'findLaneOrders' | 'saveLaneOrder'>,
): Promise<Limits> {
  const before = await orderOf(owner, store);
  // Only this function writes them.
  const all = { ...(JSON.parse(before?.limits ?? '{}') as Limits), ...limits };
  await give({ owner, held: before?.held ?? false, limits: JSON.stringify(all) }, author, store);
  return all;
}

async function orderOf(
  owner: string,
  store: Pick<LaneOrderStore, 'findLaneOrders'>,
): Promise<LaneOrder | undefined> {
  return (await store.findLaneOrders()).find((order) => order.owner === owner);
}

/** Each order is new, so that the process that has the lane tries it again at once. */
function give(
  order: Omit<LaneOrder, 'setAtMs'>,
  author: Author,
  store: Pick<LaneOrderStore, 'saveLaneOrder'>,
): Promise<void> {
  return store.saveLaneOrder(order.owner, { ...order, setAtMs: author.atMs }, author);
}

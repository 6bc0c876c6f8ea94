/**
 * Lanes: everything that waits for one owner, in one line.
 *
 * The owner part names what a process holds alone (an operator's bind, a webhook endpoint). A suffix
 * behind `:` keeps classes and accounts apart for fairness; it does not change the shard, so that one
 * process owns the connections and their limits.
 */

/** Leases are per (engine, shard); 64 spread well over a dozen processes. */
const shards = 64;

export function laneName(owner: string, suffix?: string): string {
  return suffix === undefined ? owner : `${owner}:${suffix}`;
}

export function ownerOf(lane: string): string {
  const end = lane.indexOf(':');
  return end < 0 ? lane : lane.slice(0, end);
}

export function suffixOf(lane: string): string {
  const end = lane.indexOf(':');
  return end < 0 ? '' : lane.slice(end + 1);
}

/** `sms` of `sms/3/0:normal/17`. */
export function engineOf(lane: string): string {
  return lane.slice(0, lane.indexOf('/'));
}

/** The lease that covers a lane: FNV-1a of its owner part, 0 to 63. */
export function shardOf(lane: string): number {
  const owner = ownerOf(lane);
  let hash = 0x811c9dc5;
  for (let at = 0; at < owner.length; at += 1) {
    hash = Math.imul(hash ^ owner.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % shards;
}

/**
 * Lanes: everything that waits for one owner, in one line.
 *
 * The owner part names what a process holds alone (an operator's bind, a webhook endpoint). A suffix
 * behind `:` keeps classes and accounts apart for fairness; ownership does not look at it, so that one
 * process owns the connections and their limits.
 */

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

/**
 * Which of `shards` shares of an engine's lanes this one is in, from its owner part, so that one
 * process has all lanes of an owner. FNV-1a: it spreads names that differ in their last digit.
 */
export function shardOf(lane: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (const octet of Buffer.from(ownerOf(lane))) hash = Math.imul(hash ^ octet, 0x01000193) >>> 0;
  return hash % shards;
}

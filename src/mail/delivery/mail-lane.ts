/**
 * Lanes of mails: `mail/<route>` or `mail/direct/<site>`, and behind `:` the class and the account, for
 * fairness. The shard is that of the part before the `:`, so one process has a site's connections.
 */
import { laneName, ownerOf, shardOf, suffixOf } from '#queue/lane.ts';

/** `urgent`: people wait for it. Four of them go for each normal one. */
export type Urgency = 'urgent' | 'normal';

/** Where a mail waits whose recipient's site is not known yet: these lanes find it, and move the mail on. */
const resolvers = 16;

export const catcherOwner = 'mail/catcher';
export const relayOwner = 'mail/relay';

export type LaneClass = { readonly urgency: Urgency; readonly accountId: number };

export function siteOwner(site: string): string {
  return `mail/direct/${site}`;
}

/** The same domain always waits in the same one: it is looked up once. */
export function resolveOwner(domain: string): string {
  return `mail/resolve/${shardOf(domain, resolvers)}`;
}

export function mailLane(owner: string, { urgency, accountId }: LaneClass): string {
  return laneName(owner, `${urgency}/${accountId}`);
}

/** The class and account of a lane; what does not read is normal and nobody's. */
export function laneClass(lane: string): LaneClass {
  const [urgency, account] = suffixOf(lane).split('/');
  return { urgency: urgency === 'urgent' ? 'urgent' : 'normal', accountId: Number(account) || 0 };
}

/** The same class and account behind another owner. */
export function movedLane(lane: string, owner: string): string {
  return laneName(owner, suffixOf(lane));
}

/** Where a mail waits that an administrator has to release: no engine looks there. */
export function heldMailLane(lane: string): string {
  return `mail-held${lane.slice('mail'.length)}`;
}

export type LaneOwner =
  | { readonly route: 'catcher' | 'relay' | 'resolve' }
  | { readonly route: 'direct'; readonly site: string };

export function readLaneOwner(lane: string): LaneOwner | undefined {
  const [engine, route, ...site] = ownerOf(lane).split('/');
  if (engine !== 'mail') return undefined;
  if (route === 'direct' && site.length > 0) return { route, site: site.join('/') };
  return route === 'catcher' || route === 'relay' || route === 'resolve' ? { route } : undefined;
}

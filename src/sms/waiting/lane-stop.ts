/** What stops when a person stops a lane: the lane alone, all that goes to some servers, or an endpoint. */

import { unreachable } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import { engineOf, ownerOf } from '#queue/lane.ts';
import { holdServers, isOfServers, type LaneOrderStore } from '#queue/lane-order.ts';
import type { LaneStore } from '#queue/lane-store.ts';

export type LaneStop =
  | { readonly stops: 'lane'; readonly lane: string }
  /** All lanes of mails to these servers. */
  | { readonly stops: 'servers'; readonly owner: string }
  | { readonly stops: 'endpoint'; readonly endpointId: number };

/** Undefined for a lane that nobody stops: mails whose servers are looked for, names of no lane. */
export function laneStopOf(lane: string): LaneStop | undefined {
  switch (engineOf(lane)) {
    case 'sms':
      return partLanes.test(lane) ? { stops: 'lane', lane } : undefined;
    case 'customer':
      return customerLanes.test(lane) ? { stops: 'lane', lane } : undefined;
    case 'mail':
      return isOfServers(ownerOf(lane)) ? { stops: 'servers', owner: ownerOf(lane) } : undefined;
    case 'webhook':
      return webhookLanes.test(lane)
        ? { stops: 'endpoint', endpointId: Number(lane.slice('webhook/'.length)) }
        : undefined;
    default:
      return undefined;
  }
}

const partLanes = /^sms\/\d{1,9}\/\d{1,3}:(?:urgent|normal|bulk)\/\d{1,15}$/;
const customerLanes = /^customer\/\d{1,15}$/;
const webhookLanes = /^webhook\/\d{1,15}$/;

/** Who keeps what is stopped, each engine's own. */
export type StopPorts = {
  readonly jobs: Pick<LaneStore, 'listPauses' | 'pauseLane' | 'resumeLane'>;
  readonly emails: LaneOrderStore;
  readonly endpointManagement: {
    readonly store: { pauseEndpoint(endpointId: number, author: Author): Promise<boolean> };
    readonly service: {
      resume(endpointId: number, backlog: { send: 'all' }, author: Author): Promise<boolean>;
    };
  };
};

type Change = { readonly isPaused: boolean; readonly author: Author };

/** False where it is so already, or there is no such endpoint. */
export function setStopped(
  stop: LaneStop,
  { isPaused, author }: Change,
  { jobs, emails, endpointManagement }: StopPorts,
): Promise<boolean> {
  switch (stop.stops) {
    case 'lane':
      return isPaused ? jobs.pauseLane(stop.lane, author) : jobs.resumeLane(stop.lane, author);
    case 'endpoint':
      return isPaused
        ? endpointManagement.store.pauseEndpoint(stop.endpointId, author)
        : endpointManagement.service.resume(stop.endpointId, { send: 'all' }, author);
    case 'servers':
      return holdServers(stop.owner, { isHeld: isPaused, author }, emails);
    default:
      return unreachable(stop);
  }
}

/** What stops when a person stops a lane: the lane alone, all that goes to some servers, or an endpoint. */

import { unreachable } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import { engineOf, ownerOf } from '#queue/lane.ts';
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
      return mailLanes.test(ownerOf(lane)) ? { stops: 'servers', owner: ownerOf(lane) } : undefined;
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
const mailLanes = /^mail\/(?:catcher|relay|direct\/[^:\p{Cc}]{1,120})$/u;
const webhookLanes = /^webhook\/\d{1,15}$/;

type MailOrder = {
  readonly owner: string;
  readonly held: boolean;
  readonly limits: string;
  readonly setAtMs: number;
};

/** Who keeps what is stopped, each engine's own. */
export type StopPorts = {
  readonly lanes: Pick<LaneStore, 'listPauses' | 'pauseLane' | 'resumeLane'>;
  readonly mailDelivery: {
    findLaneOrders(): Promise<readonly MailOrder[]>;
    saveLaneOrder(owner: string, order: MailOrder, author: Author): Promise<void>;
    /** What was put off is due now. */
    resumeMails(owner: string, nowMs: number): Promise<void>;
  };
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
  { lanes, mailDelivery, endpointManagement }: StopPorts,
): Promise<boolean> {
  switch (stop.stops) {
    case 'lane':
      return isPaused ? lanes.pauseLane(stop.lane, author) : lanes.resumeLane(stop.lane, author);
    case 'endpoint':
      return isPaused
        ? endpointManagement.store.pauseEndpoint(stop.endpointId, author)
        : endpointManagement.service.resume(stop.endpointId, { send: 'all' }, author);
    case 'servers':
      return holdServers(stop.owner, { isPaused, author }, mailDelivery);
    default:
      return unreachable(stop);
  }
}

/** Each order is new, so that the process that has the lane tries it again at once. */
async function holdServers(
  owner: string,
  { isPaused, author }: Change,
  orders: StopPorts['mailDelivery'],
): Promise<boolean> {
  const before = (await orders.findLaneOrders()).find((order) => order.owner === owner);
  const order = { owner, held: isPaused, limits: before?.limits ?? '{}', setAtMs: author.atMs };
  await orders.saveLaneOrder(owner, order, author);
  if (!isPaused) await orders.resumeMails(owner, author.atMs);
  return (before?.held ?? false) !== isPaused;
}

/**
 * The ways out of this machine. In mode `catcher` no other is made than the one to the catcher: nothing
 * can leave.
 */

import { unreachable } from '#core/assert.ts';
import { domainOf } from '#core/email-address.ts';
import {
  catcherOwner,
  type LaneClass,
  mailLane,
  readLaneOwner,
  relayOwner,
  resolveOwner,
  siteOwner,
} from './mail-lane.ts';
import type { Route } from './route.ts';

export type WaysOut = {
  readonly catcher: Route;
  readonly relay?: Route | undefined;
  readonly direct?: DirectWays | undefined;
};

export type DirectWays = {
  readonly resolve: Route;
  readonly site: (site: string) => Route;
  /** As far as it is in memory. */
  readonly peek: (domain: string) => string | undefined;
};

export type RoutedMail = LaneClass & {
  readonly address: string;
  /** It must not leave this machine. */
  readonly isCaught: boolean;
};

/** Its mailboxes play: refusals, delays, complaints. */
const playedDomain = 'parley.test';

export class MailRoutes {
  readonly #ways: WaysOut;

  constructor(ways: WaysOut) {
    this.#ways = ways;
  }

  /** Where a mail waits for its server. */
  laneOf({ address, isCaught, ...laneClass }: RoutedMail): string {
    const { relay, direct } = this.#ways;
    const domain = domainOf(address).toLowerCase();
    if (isCaught || domain === playedDomain) return mailLane(catcherOwner, laneClass);
    if (direct !== undefined) {
      const site = direct.peek(domain);
      return mailLane(site === undefined ? resolveOwner(domain) : siteOwner(site), laneClass);
    }
    return mailLane(relay === undefined ? catcherOwner : relayOwner, laneClass);
  }

  /** Undefined: this process has no such way, and what waits there goes on waiting. */
  routeOf(owner: string): Route | undefined {
    const { catcher, relay, direct } = this.#ways;
    const read = readLaneOwner(owner);
    if (read === undefined) return undefined;
    switch (read.route) {
      case 'catcher':
        return catcher;
      case 'relay':
        return relay;
      case 'resolve':
        return direct?.resolve;
      case 'direct':
        return direct?.site(read.site);
      default:
        return unreachable(read);
    }
  }
}

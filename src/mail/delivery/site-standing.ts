/**
 * How a lane stands with its site: the pace that the site has shown to bear, what it thinks of us, and what
 * an administrator has ordered. What was learned is stored for the process that has the lane next.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import { loggedReason, type MailReason } from '../mail-fact.ts';
import type { SiteShaping } from './delivery-store.ts';
import type { SenderHolds } from './sender-holds.ts';
import { Shaper, type ShaperState } from './shaper.ts';
import type { SiteLimits } from './site.ts';

export type StandingPorts = {
  readonly holds: SenderHolds;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

/** A server that cannot be reached, for people to see. */
export type BrokenServer = {
  readonly host: string;
  readonly why: string;
  readonly untilMs: number;
};

/** A tenant's own rule at a large provider is no verdict on us; those of three are. */
const domainsThatCount = 3;

export class SiteStanding {
  readonly #lane: string;
  readonly #limits: SiteLimits;
  readonly #ports: StandingPorts;
  /** Recipient domains that have refused us for our reputation, since the last mail that was taken. */
  readonly #distrust = new Set<string>();
  #shaper: Shaper;
  #order: LaneOrder | undefined;
  #isRestored = false;
  #isDirty = false;

  constructor(
    {
      lane,
      limits,
      order,
    }: {
      readonly lane: string;
      readonly limits: SiteLimits;
      readonly order: LaneOrder | undefined;
    },
    ports: StandingPorts,
  ) {
    this.#lane = lane;
    this.#limits = limits;
    this.#ports = ports;
    this.#order = order;
    this.#shaper = new Shaper(limitsWith(limits, order), undefined);
  }

  get shaper(): Shaper {
    return this.#shaper;
  }

  /** Whether what is known allows to begin anything. */
  get mayBegin(): boolean {
    return this.#isRestored && this.#order?.held !== true;
  }

  restore(saved: SiteShaping | undefined): void {
    this.#shaper = new Shaper(limitsWith(this.#limits, this.#order), readSaved(saved));
    this.#isRestored = true;
  }

  /** `known`: that order is obeyed already; `resumed`: what was put off may be tried at once. */
  obey(order: LaneOrder | undefined): 'known' | 'new' | 'resumed' {
    const before = this.#order;
    this.#order = order;
    if (order?.setAtMs === before?.setAtMs) return 'known';
    this.#shaper.limit(limitsWith(this.#limits, order));
    this.#shaper.warm();
    this.#isDirty = true;
    const isOfLimits = (order?.limits ?? '{}') !== (before?.limits ?? '{}');
    return order?.held === true || isOfLimits ? 'new' : 'resumed';
  }

  /** A server of the site cannot be reached. */
  broke(): void {
    this.#isDirty = true;
  }

  /** What the answer to a mail says about the site, and about us; undefined: the mail was taken. */
  learn(
    mail: { readonly from: string; readonly to: string },
    reason: MailReason | undefined,
  ): void {
    const { clock, holds, log } = this.#ports;
    if (reason?.class === 'throttled') this.#shaper.throttled(clock.nowMs());
    else if (reason?.class === 'our-reputation') this.#distrust.add(mail.to);
    else if (this.#shaper.clean()) this.#isDirty = true;
    if (reason === undefined) this.#distrust.clear();
    if (this.#distrust.size >= domainsThatCount) {
      this.#shaper.cool(clock.nowMs());
      this.#distrust.clear();
      log.error('mail.distrusted', { lane: this.#lane, ...loggedReason(reason) });
    }
    if (reason?.class === 'our-authentication') holds.refused(mail.from, mail.to, reason);
    if (reason?.class === 'throttled' || reason?.class === 'our-reputation') this.#isDirty = true;
  }

  /** What was learned since it was asked last; undefined: nothing. */
  takeShaping(broken: () => readonly BrokenServer[]): SiteShaping | undefined {
    if (!this.#isDirty) return undefined;
    this.#isDirty = false;
    const { coolUntilMs, ...limits } = this.#shaper.state;
    return {
      owner: this.#lane,
      limits: JSON.stringify(limits),
      memory: JSON.stringify(broken()),
      coolUntilMs,
      savedAtMs: this.#ports.clock.nowMs(),
    };
  }
}

function limitsWith(limits: SiteLimits, order: LaneOrder | undefined): SiteLimits {
  return order === undefined
    ? limits
    : { ...limits, ...(JSON.parse(order.limits) as Partial<SiteLimits>) };
}

function readSaved(saved: SiteShaping | undefined): ShaperState | undefined {
  if (saved === undefined) return undefined;
  const limits = JSON.parse(saved.limits) as Omit<ShaperState, 'coolUntilMs'>;
  return { ...limits, coolUntilMs: saved.coolUntilMs };
}

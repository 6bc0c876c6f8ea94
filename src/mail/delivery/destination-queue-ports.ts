/** What a destination queue asks of the others, and is begun with. */
import type { Clock } from '#core/clock.ts';
import type { SocketBudget } from '#core/socket-budget.ts';
import type { Owed } from '#queue/job.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import type { DeliveryStore, OwedMail } from './delivery-store.ts';
import type { Dialer } from './dialer.ts';
import type { MailPreparationPorts } from './mail-preparation.ts';
import type { Ending } from './outcome.ts';
import type { Route } from './route.ts';

/** Octets of composed mails, of all lanes. */
export type BodyBudget = { held: number; readonly max: number };

/** What a lane tells its owner. */
export interface DestinationQueueOwner {
  /** Whether this process may still begin something for the lane. */
  mayStart(lane: { readonly lease: Lease }): boolean;
  /** Stores it with its events, however often it must try; false: told to stop before. */
  settle(owed: Owed<OwedMail>, ending: Ending): Promise<boolean>;
  /** Gives a mail to another lane; false: it was not done. */
  move(owed: Owed<OwedMail>, lane: string, lease: Lease): Promise<boolean>;
  /** Nothing is in progress any more. */
  quiet(): void;
}

export type DestinationQueuePorts = Pick<
  MailPreparationPorts,
  'maker' | 'isSuppressed' | 'holds' | 'log'
> & {
  readonly store: Pick<DeliveryStore, 'dueMails'>;
  readonly dialer: Dialer;
  readonly sockets: SocketBudget;
  readonly budget: LaneBudget;
  readonly bodies: BodyBudget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly owner: DestinationQueueOwner;
};

export type DestinationQueueStart = {
  /** `mail/direct/google`. */
  readonly name: string;
  readonly lease: Lease;
  readonly route: Route;
  readonly order: LaneOrder | undefined;
};

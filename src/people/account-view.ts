/**
 * "View as": an administrator sees an account as its people do, for half an hour and without changing
 * anything. It belongs to one session; its reason stands in the audit of the account.
 */

import type { Clock } from '#core/clock.ts';
import type { Permission } from '#core/permissions.ts';
import type { AccountView, SignedIn } from '#core/signed-in.ts';
import type { PeopleStore } from './people-store.ts';
import type { OwnAccount } from './user.ts';

export const viewMs = 30 * 60_000;

/** What a page may ask meanwhile, and only to read. */
export const seenInViews: readonly Permission[] = ['read facts', 'read contents', 'read balance'];

type Ports = {
  readonly store: Pick<PeopleStore, 'beginView' | 'findView' | 'endView' | 'findViewed'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export class AccountViews {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Undefined: there is no such account. */
  async begin(
    who: SignedIn,
    { accountId, reason }: Pick<AccountView, 'accountId' | 'reason'>,
  ): Promise<AccountView | undefined> {
    const { store, clock } = this.#ports;
    if ((await store.findViewed(accountId)) === undefined) return undefined;
    const { userId, sessionId, email } = who;
    const atMs = clock.nowMs();
    const view = { userId, sessionId, accountId, reason, endsAtMs: atMs + viewMs };
    await store.beginView(view, { actor: email, atMs });
    return view;
  }

  async end({ userId, email }: SignedIn): Promise<boolean> {
    const { store, clock } = this.#ports;
    return store.endView(userId, { actor: email, atMs: clock.nowMs() });
  }

  /** The person with what they view now. */
  async withView(who: SignedIn): Promise<SignedIn> {
    if (!who.isAdministrator) return who;
    const { store, clock } = this.#ports;
    const viewing = await store.findView(who.userId);
    const stands = viewing?.sessionId === who.sessionId && viewing.endsAtMs > clock.nowMs();
    return stands ? { ...who, viewing } : who;
  }

  findViewed(accountId: number): Promise<OwnAccount | undefined> {
    return this.#ports.store.findViewed(accountId);
  }
}

/** Whether they see that account as its people do. */
export function isViewing(who: SignedIn, accountId: number | undefined): boolean {
  return accountId !== undefined && who.viewing?.accountId === accountId;
}

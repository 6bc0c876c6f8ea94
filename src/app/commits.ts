/**
 * The post-commit event bus: metrics, traces and live pages follow the commits of the storage, and deliveries
 * the events that are stored, so no engine knows who counts or looks. A call whose followers are idle goes
 * straight to the storage; one that is followed costs one promise, however many follow it.
 */
import { dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { followers as looks, Topic } from '#core/topic.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Storage } from '#storage/storage.ts';

type Calls = Pick<Storage['messages'], 'acceptMessages' | 'recordFacts' | 'matchOrKeepReceipts'> &
  Pick<Storage['inbound'], 'recordInbound'> &
  Pick<Storage['emails'], 'acceptEmail' | 'settleMails'> &
  Pick<Storage['webhooks'], 'settleDeliveries'> &
  Pick<Storage['calls'], 'beginCall' | 'endCall' | 'recordRefused'>;

type Given<Name extends keyof Calls> = Parameters<Calls[Name]>;
type Result<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;
type Call<Name extends keyof Calls> = (...given: Given<Name>) => Promise<Result<Name>>;

export type Commit<Name extends keyof Calls> = {
  readonly given: Given<Name>;
  readonly result: Result<Name>;
  readonly tookMs: number;
};

export type Follower<Name extends keyof Calls> = {
  /** True: it wants to hear nothing for now. */
  readonly isIdle?: () => boolean;
  /** For what may be overtaken by that which the commit sets off. */
  readonly before?: (...given: Given<Name>) => void;
  readonly after?: (commit: Commit<Name>) => void;
  /** The commit is done, or has failed. */
  readonly settled?: (given: Given<Name>, tookMs: number, hasFailed: boolean) => void;
};

export class Commits {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #followers: { [Name in keyof Calls]?: Follower<Name>[] } = {};
  /** Events right after their commit, in the order of their ids. */
  readonly events = new Topic<readonly OwedEvent[]>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  follow<Name extends keyof Calls>(name: Name, follower: Follower<Name>): void {
    this.#of(name).push(follower);
  }

  /** The same storage, whose commits are told. */
  announcing(storage: Storage): Storage {
    return {
      ...storage,
      messages: this.#announced(storage.messages, [
        'acceptMessages',
        'recordFacts',
        'matchOrKeepReceipts',
      ]),
      inbound: this.#announced(storage.inbound, ['recordInbound']),
      emails: this.#announced(storage.emails, ['acceptEmail', 'settleMails']),
      webhooks: this.#announced(storage.webhooks, ['settleDeliveries']),
      calls: this.#announced(storage.calls, ['beginCall', 'endCall', 'recordRefused']),
    };
  }

  #announced<Store extends Partial<Calls>>(
    store: Store,
    names: readonly (keyof Store & keyof Calls)[],
  ): Store {
    const announced = { ...store };
    for (const name of names) {
      const call = this.#announcing(name, store[name] as Call<typeof name>);
      Object.assign(announced, { [name]: call });
    }
    return announced;
  }

  #of<Name extends keyof Calls>(name: Name): Follower<Name>[] {
    const followers: Follower<Name>[] = this.#followers[name] ?? [];
    Object.assign(this.#followers, { [name]: followers });
    return followers;
  }

  #announcing<Name extends keyof Calls>(name: Name, call: Call<Name>): Call<Name> {
    const followers = this.#of(name);
    return (...given) =>
      followers.every(isIdle) ? call(...given) : this.#follow(followers, call, given);
  }

  async #follow<Name extends keyof Calls>(
    followers: readonly Follower<Name>[],
    call: Call<Name>,
    given: Given<Name>,
  ): Promise<Result<Name>> {
    const each = (look: (follower: Follower<Name>) => unknown): void => {
      for (const follower of followers) looks.run(() => look(follower), dropped);
    };
    each(({ before }) => before?.(...given));
    const startedMs = this.#clock.monotonicMs();
    let result: Result<Name>;
    try {
      result = await call(...given);
    } catch (error) {
      const tookMs = this.#clock.monotonicMs() - startedMs;
      each(({ settled }) => settled?.(given, tookMs, true));
      throw error;
    }
    const tookMs = this.#clock.monotonicMs() - startedMs;
    each(({ settled }) => settled?.(given, tookMs, false));
    const commit = { given, result, tookMs };
    each((follower) => isIdle(follower) || follower.after?.(commit));
    return result;
  }
}

function isIdle(follower: Pick<Follower<never>, 'isIdle'>): boolean {
  return follower.isIdle?.() === true;
}

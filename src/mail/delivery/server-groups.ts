/** The servers that the mails of a lane go to, each with its connections and its circuit breaker. */
import type { Connections } from './connections.ts';
import type { Destination } from './route.ts';
import type { BrokenServer } from './site-standing.ts';

/** Of destinations that cannot be reached, for people to see. */
const shownMax = 20;

export class ServerGroups {
  readonly #groups = new Map<string, Connections>();
  readonly #open: (destination: Destination) => Connections;

  constructor(open: (destination: Destination) => Connections) {
    this.#open = open;
  }

  [Symbol.iterator](): IterableIterator<Connections> {
    return this.#groups.values();
  }

  of(destination: Destination): Connections {
    const known = this.#groups.get(destination.key);
    if (known !== undefined) return known;
    const group = this.#open(destination);
    this.#groups.set(destination.key, group);
    return group;
  }

  get connections(): number {
    return [...this].reduce((sum, group) => sum + group.count, 0);
  }

  /** Mails that wait for a connection. */
  get waiting(): number {
    return [...this].reduce((sum, group) => sum + group.waiting, 0);
  }

  /** One whose breaker is open. */
  get broken(): Connections | undefined {
    return [...this].find(({ breaker }) => breaker.isOpen);
  }

  shownBroken(): readonly BrokenServer[] {
    const broken = [...this].filter(({ breaker }) => breaker.isOpen);
    return broken.slice(0, shownMax).map(({ breaker, destination }) => ({
      host: destination.hosts[0]?.name ?? '',
      why: breaker.why,
      untilMs: breaker.openUntilMs,
    }));
  }

  tick(nowMs: number): void {
    for (const [key, group] of this.#groups) {
      group.tick(nowMs);
      if (group.isIdle(nowMs)) this.#groups.delete(key);
    }
  }

  /** After how long they want to be fed again; 0: not by time. */
  feed(): number {
    let waitMs = 0;
    for (const group of this) {
      const asked = group.feed();
      if (asked > 0) waitMs = waitMs === 0 ? asked : Math.min(waitMs, asked);
    }
    return waitMs;
  }

  /** One connection that nobody needs now makes room for another server's. */
  closeIdle(): void {
    [...this].some((group) => group.closeIdle());
  }

  /** Where all go one way. */
  get #onlyWay(): Connections | undefined {
    return this.#groups.size === 1 ? this.#groups.values().next().value : undefined;
  }

  /** Where that is closed mails are put off without being composed, and told of. */
  closedWay(nowMs: number): Connections | undefined {
    const only = this.#onlyWay;
    const isClosed = only?.breaker.isOpen === true && nowMs < only.breaker.openUntilMs;
    return isClosed ? only : undefined;
  }

  /** While its server is tried, others stay where they are. */
  isProbing(nowMs: number): boolean {
    const only = this.#onlyWay;
    if (only === undefined || this.closedWay(nowMs) !== undefined) return false;
    return !only.breaker.mayTry(nowMs, only.count + only.waiting);
  }
}

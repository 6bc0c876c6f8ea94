/**
 * How fast a site is sent to: as many connections as it has shown to bear, up to its limits.
 *
 * ```
 *   2 connections ──50 clean mails──► one more … ──► the limit
 *        ▲                                │ a throttling reply: half of connections and rate
 *        └────────────────────────────────┘ three in 10 min: cool for 90 min, 1 connection, 1 mail a minute
 * ```
 */
import type { SiteLimits } from './site.ts';

export type ShaperState = {
  readonly connections: number;
  readonly mailsPerSecond: number;
  readonly coolUntilMs: number;
};

const startConnections = 2;
const cleanForMore = 50;
const throttlesMax = 3;
const throttleWindowMs = 600_000;
const coolMs = 90 * 60_000;
const mailsPerSecondMin = 0.1;
const minuteMs = 60_000;

export class Shaper {
  #limits: SiteLimits;
  #connections: number;
  #mailsPerSecond: number;
  #coolUntilMs: number;
  #clean = 0;
  #throttledAtMs: number[] = [];
  /** Mails that may go now, as a bucket that fills at the rate. */
  #tokens = 1;
  #filledAtMs = 0;
  #openedAtMs: number[] = [];

  constructor(limits: SiteLimits, saved: ShaperState | undefined) {
    this.#limits = limits;
    this.#connections = Math.min(saved?.connections ?? startConnections, limits.connections);
    this.#mailsPerSecond = Math.min(saved?.mailsPerSecond ?? Infinity, limits.mailsPerSecond);
    this.#coolUntilMs = saved?.coolUntilMs ?? 0;
  }

  get state(): ShaperState {
    return {
      connections: this.#connections,
      mailsPerSecond: this.#mailsPerSecond,
      coolUntilMs: this.#coolUntilMs,
    };
  }

  /** An administrator has set others. */
  limit(limits: SiteLimits): void {
    const grown = limits.mailsPerSecond > this.#limits.mailsPerSecond;
    this.#limits = limits;
    this.#connections = Math.min(this.#connections, limits.connections);
    const kept = grown ? limits.mailsPerSecond : this.#mailsPerSecond;
    this.#mailsPerSecond = Math.min(kept, limits.mailsPerSecond);
  }

  get limits(): SiteLimits {
    return this.#limits;
  }

  isCool(nowMs: number): boolean {
    return this.#coolUntilMs > nowMs;
  }

  connectionsMax(nowMs: number): number {
    return this.isCool(nowMs) ? 1 : this.#connections;
  }

  mayConnect(nowMs: number): boolean {
    this.#openedAtMs = this.#openedAtMs.filter((atMs) => atMs > nowMs - minuteMs);
    return this.#openedAtMs.length < this.#limits.connectionsPerMinute;
  }

  connected(nowMs: number): void {
    this.#openedAtMs.push(nowMs);
  }

  /** Takes a mail's turn, or says in how many milliseconds there will be one. */
  take(nowMs: number): number {
    const perMs = (this.isCool(nowMs) ? 1 / 60 : this.#mailsPerSecond) / 1_000;
    // A second's worth at most: a site that was idle hears no burst.
    const room = Math.max(1, perMs * 1_000);
    this.#tokens = Math.min(room, this.#tokens + Math.max(0, nowMs - this.#filledAtMs) * perMs);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / perMs);
    this.#tokens -= 1;
    return 0;
  }

  /** A mail's turn was not used. */
  giveBack(): void {
    this.#tokens += 1;
  }

  /** A mail was taken, or refused for what it is. True where the limits have changed. */
  clean(): boolean {
    this.#clean += 1;
    if (this.#clean < cleanForMore) return false;
    this.#clean = 0;
    const before = this.state;
    this.#connections = Math.min(this.#connections + 1, this.#limits.connections);
    this.#mailsPerSecond = Math.min(this.#mailsPerSecond * 2, this.#limits.mailsPerSecond);
    return (
      before.connections !== this.#connections || before.mailsPerSecond !== this.#mailsPerSecond
    );
  }

  throttled(nowMs: number): void {
    this.#clean = 0;
    this.#connections = Math.max(1, Math.floor(this.#connections / 2));
    this.#mailsPerSecond = Math.max(mailsPerSecondMin, this.#mailsPerSecond / 2);
    this.#throttledAtMs = [
      ...this.#throttledAtMs.filter((atMs) => atMs > nowMs - throttleWindowMs),
      nowMs,
    ];
    if (this.#throttledAtMs.length >= throttlesMax) this.cool(nowMs);
  }

  cool(nowMs: number): void {
    this.#coolUntilMs = nowMs + coolMs;
    this.#throttledAtMs = [];
  }

  /** By order of an administrator. */
  warm(): void {
    this.#coolUntilMs = 0;
    this.#throttledAtMs = [];
  }
}

/**
 * Posts to one receiver over a few kept connections.
 *
 * Sockets of our own instead of a client library: a signed post costs 13 µs against 22–28, and what goes
 * wrong with a library (when a connection is taken again, which limits cover what) is decided here.
 */

import type { AddressGuard } from '#core/address-guard.ts';
import type { FaultText } from '#core/attempt-fault.ts';
import type { Clock } from '#core/clock.ts';
import type { PeerTroubles } from '#core/peer-troubles.ts';
import type { SocketBudget } from '#core/socket-budget.ts';
import { type Exchange, HttpConnection, type OpenedConnection } from './connection.ts';
import type { Fault } from './fault.ts';
import type { OpenPhases, Target } from './open-socket.ts';
import type { ForwardProxy } from './proxy.ts';

/** What came back, or why nothing did. */
export type Answer = {
  /** 0 where no status line came. */
  readonly status: number;
  /** Whether the whole head came. */
  readonly hasHead: boolean;
  readonly fault: Fault | undefined;
  /** One character an octet, cut. */
  readonly head: string;
  readonly body: string;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  readonly location: string | undefined;
  /** The address that was connected to; empty if none was. */
  readonly ip: string;
  readonly durationMs: number;
  /** What the duration went to; on a kept connection all of it to the answer. */
  readonly phases: Phases;
};

/** In whole milliseconds. */
export type Phases = {
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  readonly answerMs: number;
};

export const noPhases: Phases = { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 0 };

export type HttpPosterPorts = {
  readonly guard: Pick<AddressGuard, 'vet'>;
  readonly clock: Clock;
  readonly sockets: SocketBudget;
  /** Told of certificates that are refused, and handshakes that fail. */
  readonly troubles?: Pick<PeerTroubles, 'note'> | undefined;
  /** Between us and all receivers, where there is one. */
  readonly proxy?: ForwardProxy | undefined;
  /** The address of ours that requests come from; undefined: the machine chooses. */
  readonly sourceAddress?: string | undefined;
};

/** TCP and TLS together, shared by the addresses that are tried. */
const connectMsMax = 3_000;
const addressesMax = 3;
const tlsFailed = { event: 'security.tls-failed', protocol: 'HTTP', way: 'out' } as const;
/** Of a response's head, for the attempt log. */
const headKeptMax = 2_048;

export class HttpPoster {
  readonly #target: Target;
  readonly #ports: HttpPosterPorts;
  readonly #connections = new Set<HttpConnection>();
  /** The one used last is taken first, so that the others may go idle and close. */
  readonly #free: HttpConnection[] = [];
  #stopped = false;

  constructor(target: Target, ports: HttpPosterPorts) {
    this.#target = target;
    this.#ports = ports;
  }

  /** Open connections, busy or not. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Sends a request, head and body in one; opens a connection if none is free. */
  async post(request: Buffer, timeoutMs: number): Promise<Answer> {
    const startedMs = this.#ports.clock.monotonicMs();
    const dueMs = startedMs + timeoutMs;
    const kept = this.#takeFree();
    if (kept !== undefined) {
      const exchange = await kept.exchange(request, dueMs);
      this.#rest(kept);
      if (!wasStale(exchange)) {
        return this.#answer(exchange, { ip: kept.address, startedMs, opening: noPhases });
      }
    }
    const opened = await this.#open(dueMs);
    if (!opened.ok) return this.#failed(opened.fault, startedMs);
    const { connection, opening } = opened;
    const exchange = await connection.exchange(request, dueMs);
    this.#rest(connection);
    return this.#answer(exchange, { ip: connection.address, startedMs, opening });
  }

  /** To be called a few times a second: time-outs, and connections idle for too long. */
  tick(nowMs: number): void {
    for (const connection of this.#connections) {
      connection.tick(nowMs);
      if (connection.closed) this.#drop(connection);
    }
  }

  /** Whether the network rules let it be contacted; a name that is not known now is not refused. */
  async isAllowed(): Promise<boolean> {
    const vetted = await this.#ports.guard.vet(this.#target.hostname);
    return vetted.ok || vetted.why !== 'forbidden';
  }

  /** Closes all connections; requests in progress are answered `stopped`. */
  stop(): void {
    this.#stopped = true;
    for (const connection of this.#connections) connection.stop();
    this.#connections.clear();
    this.#free.length = 0;
  }

  #takeFree(): HttpConnection | undefined {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (!free.closed) return free;
      this.#connections.delete(free);
    }
    return undefined;
  }

  #rest(connection: HttpConnection): void {
    if (connection.closed) this.#connections.delete(connection);
    else this.#free.push(connection);
  }

  #drop(connection: HttpConnection): void {
    this.#connections.delete(connection);
    const at = this.#free.indexOf(connection);
    if (at >= 0) this.#free.splice(at, 1);
  }

  async #open(dueMs: number): Promise<OpenedTarget> {
    const { guard, clock } = this.#ports;
    const startedMs = clock.monotonicMs();
    const vetted = await guard.vet(this.#target.hostname);
    if (!vetted.ok) {
      const kind = vetted.why === 'forbidden' ? 'forbidden' : 'no address';
      return { ok: false, fault: { kind, reason: vetted.reason.en } };
    }
    const resolvedMs = clock.monotonicMs();
    const resolveMs = Math.round(resolvedMs - startedMs);
    const untilMs = Math.min(resolvedMs + connectMsMax, dueMs);
    const addresses = vetted.addresses.slice(0, addressesMax);
    let opened: OpenedConnection = { ok: false, fault: outOfTime };
    for (const [tried, address] of addresses.entries()) {
      const limitMs = (untilMs - clock.monotonicMs()) / (addresses.length - tried);
      if (limitMs > 0) opened = await this.#openOne(address, limitMs);
      if (opened.ok)
        return { ...opened, opening: { ...rounded(opened.phases), resolveMs, answerMs: 0 } };
      if (opened.fault.kind === 'TLS' || opened.fault.kind === 'proxy') return opened;
    }
    return opened;
  }

  async #openOne(address: string, limitMs: number): Promise<OpenedConnection> {
    const { clock, sockets, proxy, sourceAddress } = this.#ports;
    const target = this.#target;
    const route = { target, address, proxy, sourceAddress };
    const opened = await HttpConnection.open({ ...route, clock, sockets, limitMs });
    if (!opened.ok) {
      const { kind, reason: why } = opened.fault;
      if (kind === 'TLS') this.#ports.troubles?.note(tlsFailed, { peer: address, why });
      return opened;
    }
    if (this.#stopped) opened.connection.stop();
    else this.#connections.add(opened.connection);
    return opened;
  }

  #answer({ response, fault }: Exchange, { ip, startedMs, opening }: Posted): Answer {
    const { head } = response;
    const durationMs = this.#ports.clock.monotonicMs() - startedMs;
    const { resolveMs, connectMs, tlsMs } = opening;
    const answerMs = Math.max(0, Math.round(durationMs) - resolveMs - connectMs - tlsMs);
    return {
      status: head.status,
      hasHead: response.hasHead,
      fault: this.#stopped && fault !== undefined ? stopped : fault,
      head: head.text.slice(0, headKeptMax),
      body: response.bodyText,
      retryAfter: head.retryAfter,
      date: head.date,
      location: head.location,
      ip,
      durationMs,
      phases: { ...opening, answerMs },
    };
  }

  #failed(fault: Fault, startedMs: number): Answer {
    return {
      status: 0,
      hasHead: false,
      fault: this.#stopped ? stopped : fault,
      head: '',
      body: '',
      retryAfter: undefined,
      date: undefined,
      location: undefined,
      ip: '',
      durationMs: this.#ports.clock.monotonicMs() - startedMs,
      phases: noPhases,
    };
  }
}

type Posted = { readonly ip: string; readonly startedMs: number; readonly opening: Phases };

type OpenedTarget =
  | (Extract<OpenedConnection, { readonly ok: true }> & { readonly opening: Phases })
  | Extract<OpenedConnection, { readonly ok: false }>;

function rounded({ connectMs, tlsMs }: OpenPhases): OpenPhases {
  return { connectMs: Math.round(connectMs), tlsMs: Math.round(tlsMs) };
}

const outOfTime: Fault = {
  kind: 'time-out',
  reason: 'no connection in time' satisfies FaultText,
};
const stopped: Fault = { kind: 'stopped', reason: 'stopped' };

/**
 * The receiver closed a kept connection just as we took it again, and has read nothing: a request that
 * got no octet back on such a connection is sent once more.
 */
function wasStale({ fault, answered }: Exchange): boolean {
  return !answered && fault?.kind === 'connection lost';
}

/**
 * What peers send that cannot be read, and TLS that does not come about: one line a minute for each kind
 * and network, with the count since the line before. A peer that sends nonsense cannot fill a disk with it.
 */
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { wideNetworkOf } from './network.ts';

export type Trouble =
  | {
      readonly event: 'security.parser-refused';
      readonly protocol: 'HTTP' | 'JSON' | 'SIP' | 'SMPP' | 'SMTP' | 'XML';
    }
  | {
      readonly event: 'security.tls-failed';
      readonly protocol: 'HTTP' | 'SIP' | 'SMPP' | 'SMTP';
      /** `in`: they have called; `out`: we have, and may have refused their certificate. */
      readonly way: 'in' | 'out';
    };

export type Peer = {
  /** An address, or the host that a setting names. */
  readonly peer: string;
  /** In words of ours, or the code of a library: nothing that the peer has written. */
  readonly why: string;
};

type Window = { startedAtMs: number; unwritten: number };

const windowMs = 60_000;
/** Kinds and networks that are told apart; the others share one line a kind. */
const windowsMax = 2_000;
const others = 'others';

export class PeerTroubles {
  readonly #log: Pick<Log, 'info'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #windows = new Map<string, Window>();
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor({
    log,
    clock,
  }: { readonly log: Pick<Log, 'info'>; readonly clock: Pick<Clock, 'monotonicMs'> }) {
    this.#log = log;
    this.#clock = clock;
  }

  note(trouble: Trouble, { peer, why }: Peer): void {
    const nowMs = this.#clock.monotonicMs();
    const { event, ...kind } = trouble;
    const named = `${event} ${Object.values(kind).join(' ')}`;
    const network = this.#hasRoom(`${named} ${shownOf(peer)}`, nowMs) ? shownOf(peer) : others;
    const key = `${named} ${network}`;
    const window = this.#windows.get(key);
    if (window !== undefined && nowMs < window.startedAtMs + windowMs) {
      window.unwritten += 1;
      return;
    }
    this.#windows.set(key, { startedAtMs: nowMs, unwritten: 0 });
    this.#log.info(event, { ...kind, network, why, count: (window?.unwritten ?? 0) + 1 });
  }

  #hasRoom(key: string, nowMs: number): boolean {
    if (this.#windows.has(key) || this.#windows.size < windowsMax) return true;
    if (nowMs >= this.#sweptAtMs + windowMs) this.#sweep(nowMs);
    return this.#windows.size < windowsMax;
  }

  /** Those whose minute is over; a walk over all of them, so once a minute. */
  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [key, { startedAtMs }] of this.#windows) {
      if (nowMs >= startedAtMs + windowMs) this.#windows.delete(key);
    }
  }
}

/** Of an address the network alone; a name of ours as it is. */
function shownOf(peer: string): string {
  return /^[\d.]+$|:/.test(peer) ? wideNetworkOf(peer) : peer.slice(0, 253);
}

/** Where a connection comes from; one that is gone may not say it any more. */
export function peerOf({ remoteAddress }: { readonly remoteAddress?: string | undefined }): string {
  return remoteAddress ?? 'unknown';
}

/** What a log may say of a handshake that failed: never the words of the other side. */
export function handshakeFault(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'handshake failed';
}

/** Undefined where it was not TLS that failed: the code of the library that made it. */
export function tlsFailureOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  if (typeof code !== 'string') return undefined;
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || certificateCodes.test(code)
    ? code
    : undefined;
}

/** X509_V_ERR_… as Node names them. */
const certificateCodes = /CERT|ISSUER|LEAF_SIGNATURE|^CRL_|HOSTNAME_MISMATCH/;

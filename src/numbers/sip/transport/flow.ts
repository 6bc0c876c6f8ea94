/** A way to somebody: a datagram socket and their address, or a connection. */
import type { SipMessage } from '../message.ts';
import type { Source, TransportName } from '../user-agent.ts';

export interface Flow {
  readonly transport: TransportName;
  readonly address: string;
  readonly port: number;
  /** Our end as the other side reaches it: for Via, Contact and SDP. */
  readonly ourAddress: string;
  readonly ourPort: number;
  /** The transport repeats what is lost, so that nobody else has to. */
  readonly isReliable: boolean;
  readonly isOpen: boolean;
  /** Those of which the peer had to show one. */
  readonly certificates?: readonly string[] | undefined;
  send(octets: Buffer): void;
  /** Another port of the same host, from the same socket; a connection has no other. */
  toPort(port: number): Flow;
  /** Kept open while somebody holds it, however long it is silent. */
  hold(): void;
  release(): void;
}

export interface TransportUser {
  /** Asked before a request, or anything on a connection, is read. */
  admits(source: Source): boolean;
  received(message: SipMessage, source: Source, flow: Flow): void;
  /** A connection is gone, and what waits for it with it. */
  lost(flow: Flow, cause: string): void;
  dropped(why: 'stranger' | 'unreadable' | 'unsendable', address: string): void;
  /** A handshake that came to nothing, of a connection that came or that we have opened. */
  tlsFailed(way: 'in' | 'out', error: Error, address: string): void;
  traced(direction: 'in' | 'out', flow: Flow, octets: Buffer): void;
}

/** A hop that could not be reached. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  readonly mayRetry = true;
}

/** `::ffff:192.0.2.1` is how a socket for both families names an IPv4 host. */
export function plainAddress(address: string): string {
  const isMapped = address.startsWith('::') && /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address);
  return isMapped ? address.slice(7) : address;
}

/** The other way round: an IPv4 host as a socket that is bound to an IPv6 address sends to it. */
export function addressFor(address: string, bound: string): string {
  return bound.includes(':') && !address.includes(':') ? `::ffff:${address}` : address;
}

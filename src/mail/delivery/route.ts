/** A route: the way mails of a lane leave. One pipeline serves all; a route says where to, and how. */

import type { MailReason } from '../mail-fact.ts';
import type { Login } from '../smtp/opening.ts';
import type { OwedMail } from './delivery-store.ts';
import type { SiteLimits } from './site.ts';

/** A server that may be tried. */
export type Host = {
  /** As its certificate names it. */
  readonly name: string;
  readonly port: number;
  /** Lower ones are tried first, equal ones in an order drawn by chance. */
  readonly preference: number;
  readonly implicitTls: boolean;
  readonly tls: 'never' | 'opportunistic' | 'required' | 'verified';
  /** Undefined: none is wanted. */
  readonly login?: Login | undefined;
};

/** Where some of a lane's mails go: their connections are shared. */
export type Destination = {
  /** Mails of one key may share a connection. */
  readonly key: string;
  readonly hosts: readonly Host[];
};

export type Found =
  | { readonly kind: 'destination'; readonly destination: Destination }
  /** Another lane is its own. */
  | { readonly kind: 'move'; readonly owner: string }
  /** There is no way to it, and there will be none. */
  | { readonly kind: 'end'; readonly reason: MailReason }
  /** Nobody could say. */
  | { readonly kind: 'wait'; readonly reason: MailReason };

export interface Route {
  /** For rules of replies: `google`; empty where it is no site. */
  readonly site: string;
  readonly limits: SiteLimits;
  /** Mails in flight on a connection that takes them whole. */
  readonly windowMax: number;
  /** A connection without mails is kept so long. */
  readonly idleMs: number;
  find(mail: OwedMail): Promise<Found> | Found;
  /** The addresses of a host that may be connected to, in the order in which to try them. */
  addressesOf(host: Host): Promise<Addresses>;
  /** How we call ourselves, and from where we connect. */
  readonly helloName: string;
  readonly from?: string | undefined;
  /** In place of the system's authorities. */
  readonly ca?: string | undefined;
}

export type Addresses =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: string };

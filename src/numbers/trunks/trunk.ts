/** A trunk: a carrier that calls come from and go to over SIP, and what is peculiar to it. */

import type { Where } from '../sip/user-agent.ts';

export type TrunkSettings = {
  /** Calls come from it; then it needs `sources`. */
  readonly inbound: boolean;
  /** Calls go to it; then it needs a `host`. */
  readonly outbound: boolean;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly host: string;
  /** Null: as the DNS says (RFC 3263). */
  readonly port: number | null;
  /** SHA-256 of certificates of which it must show one, or one above its own; none: it need not. */
  readonly certificates: readonly string[];
  /** Networks that calls come from; of several trunks the longest prefix says whose they are. */
  readonly sources: readonly string[];
  /** Name of a digest that callers must show; empty: none is asked for. */
  readonly authInUser: string;
  /** Where the dialled number stands. */
  readonly numberFrom: 'ruri' | 'to' | 'p-called-party-id' | `header:${string}`;
  /** Digits that the carrier puts before each number, and those that it leaves out. */
  readonly stripPrefix: string;
  readonly addPrefix: string;
  /** Whose numbers may come in national form; empty: none. */
  readonly homeCountry: string;
  /** Name for 401 and 407 of calls that we make; empty: none. */
  readonly authUser: string;
  /** Whether we register there, so that calls reach us. */
  readonly register: boolean;
  /** Whose number stands in From: the caller's, or ours that was called. */
  readonly from: 'caller' | 'did';
  readonly pai: 'caller' | 'did' | 'none';
  /** Ours on top of those received, those received alone, or none. */
  readonly diversion: 'stack' | 'propagate' | 'none';
  /** Whether P-Asserted-Identity and Privacy are believed and passed on. */
  readonly trustedIdentity: boolean;
  /** How numbers are written to it. */
  readonly numberForm: 'plus' | 'digits' | 'zeros';
  /** Audio through us, between the two ends, or the whole call elsewhere: a 302 to the proxy that stands in front. */
  readonly media: 'relay' | 'bypass' | 'redirect';
  /** Networks that audio may come from besides `sources`. */
  readonly mediaSources: readonly string[];
  /** Whether audio goes back to where it comes from, or only to where SDP says. */
  readonly symmetric: boolean;
  /** Digits that called numbers begin with; none: all. */
  readonly prefixes: readonly string[];
  /** The lower goes first; among equals chance by weight. */
  readonly priority: number;
  readonly weight: number;
  /** Null: any number. */
  readonly maxCalls: number | null;
  /** New calls a second. */
  readonly maxCps: number;
  /** Whether it is asked OPTIONS every 30 s; for carriers that ignore it, off. */
  readonly optionsPing: boolean;
};

export type Trunk = {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  /** Made for the built-in phones at each start. */
  readonly builtIn: boolean;
  readonly settings: TrunkSettings;
  /** Of `authUser` and of `authInUser`, sealed; empty: none. */
  readonly sealedPassword: string;
  readonly sealedAuthInPassword: string;
  readonly createdAtMs: number;
  /** Its messages are kept for people to see until then; 0: they are not. */
  readonly tracedUntilMs: number;
};

export const trunkDefaults: TrunkSettings = {
  inbound: true,
  outbound: true,
  transport: 'udp',
  host: '',
  port: null,
  certificates: [],
  sources: [],
  authInUser: '',
  numberFrom: 'ruri',
  stripPrefix: '',
  addPrefix: '',
  homeCountry: '',
  authUser: '',
  register: false,
  from: 'caller',
  pai: 'caller',
  diversion: 'stack',
  trustedIdentity: false,
  numberForm: 'plus',
  media: 'relay',
  mediaSources: [],
  symmetric: true,
  prefixes: [],
  priority: 10,
  weight: 1,
  maxCalls: null,
  maxCps: 50,
  optionsPing: true,
};

/** Where calls to it go, as it is resolved. */
export function placeOf({ host, port, transport, certificates }: TrunkSettings): Where {
  const isTold = transport === 'tls' && certificates.length > 0;
  return { host, port: port ?? undefined, transport, ...(isTold && { certificates }) };
}

/** The place of a trunk's secret, so that one sealed for another does not open here. */
export function trunkPasswordPlace(name: string, use: 'out' | 'in'): string {
  return `trunk/${name}/${use}`;
}

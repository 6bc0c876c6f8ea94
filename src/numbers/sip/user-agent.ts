/**
 * What an application (calls joined, voicemail, a phone) sees of SIP: calls that come, calls that are
 * made, and the sessions that they become. Transactions, retransmissions, dialogs, tags, CSeq, ACK,
 * PRACK, digests and session timers are the agent's own; bodies pass as octets.
 *
 *   incoming  ring* ─► answer ─► Session          outgoing  ringing* ─► answered(Session)
 *                └───► refuse | cancelled                       └─────► failed
 *
 *   Session   unacknowledged ─► open ─► ended      `ended` is told exactly once, no matter who ends it
 *
 * Handlers are called in the order of the messages. One that throws is answered 500 (a call, an offer)
 * or only counted, and ends nothing else. What is said to a call or session that is over does nothing.
 */
import type { HeaderField } from './headers.ts';
import type { SipRequest, SipResponse } from './message.ts';

export type TransportName = 'udp' | 'tcp' | 'tls';

/** Where a message came from, and on which of our addresses. */
export type Source = {
  readonly transport: TransportName;
  /** An IP address without brackets; an IPv4 one mapped into IPv6 is plain. */
  readonly address: string;
  readonly port: number;
  readonly localAddress: string;
  readonly localPort: number;
  /** TLS, where the peer showed one: SHA-256 of it and of those above it, in hex. */
  readonly certificates?: readonly string[] | undefined;
};

/** Where a request goes: one address. Names become hops by `UserAgent.resolve` (RFC 3263). */
export type Hop = {
  readonly transport: TransportName;
  readonly address: string;
  readonly port: number;
  /** The name that a TLS peer's certificate must carry; without it the address. */
  readonly serverName?: string | undefined;
  /** SHA-256 of those of which a TLS peer must show one; without them the roots that are trusted say. */
  readonly certificates?: readonly string[] | undefined;
};

export type Where = {
  readonly host: string;
  /** Without it NAPTR and SRV records are asked; with it only addresses. */
  readonly port?: number | undefined;
  readonly transport?: TransportName | undefined;
  /** As in a hop. */
  readonly certificates?: readonly string[] | undefined;
};

export interface UserAgent extends AsyncDisposable {
  /** Where it listens, in the order of the settings; a port of 0 has become the system's choice. */
  readonly listeners: readonly Listening[];
  /** Makes a call. Its handlers are told of everything after this has returned. */
  call(order: CallOrder, handlers: OutgoingCallHandlers): OutgoingCall;
  /** One request outside of calls: OPTIONS as a probe, REGISTER. Answers 401 and 407 once by itself. */
  request(order: RequestOrder): Promise<RequestOutcome>;
  /** Best first; none where the name has no address. Remembered for 60 s. */
  resolve(where: Where): Promise<readonly Hop[]>;
  /** Our Contact towards that address, e.g. for REGISTER: `sip:user@address:port;transport=…`. */
  contactFor(hop: Hop, user?: string): string;
  /** From now on new calls and OPTIONS hear 503, so that balancers turn away. Sessions go on. */
  drain(): void;
  /** Hangs up what there is (BYE, CANCEL, 503), waits for the answers at most 2 s, closes the sockets. */
  [Symbol.asyncDispose](): Promise<void>;
  readonly counts: AgentCounts;
}

export type Listening = {
  readonly transport: TransportName;
  readonly address: string;
  readonly port: number;
};

/** What is held now; all 0 when everything is over and 32 s have passed. */
export type AgentCounts = {
  readonly transactions: number;
  readonly dialogs: number;
  readonly connections: number;
};

export interface UserAgentHandlers {
  /**
   * Whether this source is heard at all; asked before anything is read. Who is not gets silence on UDP
   * and a closed connection on TCP and TLS. Answers to our own requests pass by their branch.
   */
  admits(source: Source): boolean;
  /** A call that passed syntax and meaning; 100 is sent 200 ms behind this, unless it has had another answer by then. Throwing refuses it with 500. */
  incoming(call: IncomingCall): IncomingCallHandlers;
  /** Something was dropped, refused by the stack or went wrong; for metrics. */
  counted?(what: CountedEvent): void;
  /** That address has sent what cannot be read, in words of ours. */
  unreadable?(address: string, why: string): void;
  /** TLS did not come about: of a connection that came, or of one that we have opened. */
  tlsFailed?(way: 'in' | 'out', error: Error, address: string): void;
  /** Each message as it crossed the wire, for the call's ladder. Credentials are in it. */
  traced?(trace: Trace): void;
}

export type CountedEvent =
  | 'stranger'
  | 'unreadable'
  | 'unsendable'
  | 'refused by the stack'
  | 'overloaded'
  | 'handler threw'
  | 'response to nothing'
  | 'retransmitted'
  | 'no ack'
  | 'no prack';

export type Trace = {
  readonly direction: 'in' | 'out';
  readonly peer: {
    readonly transport: TransportName;
    readonly address: string;
    readonly port: number;
  };
  readonly octets: Buffer;
};

/** A call that somebody makes to us, until it is answered, refused or cancelled. */
export interface IncomingCall {
  readonly callId: string;
  readonly request: SipRequest;
  readonly source: Source;
  /** The offer, also out of multipart/mixed. Without it ours goes in 200 (or a reliable 18x). */
  readonly offer: Buffer | undefined;
  /** Decided: an answer has been sent, or nobody waits for one any more. */
  readonly isOver: boolean;
  /**
   * Sends 101 to 199. Each `fork` has a To-tag of its own, so that early media of several phones stays
   * apart; a plain call has one and names none. Goes reliably where the caller requires it (RFC 3262).
   */
  ring(status: number, reply?: Ringing): void;
  /** Sends 200, repeated until its ACK comes; `undefined` if the call was over already. */
  answer(reply: Answering, handlers: SessionHandlers): Session | undefined;
  /** Sends 300 to 699: redirect, refuse, challenge. */
  refuse(status: number, reply?: Refusing): void;
  /** Says nothing any more, to a source that floods us. */
  ignore(): void;
}

export type Ringing = {
  readonly fork?: string | undefined;
  readonly sdp?: Buffer | undefined;
  readonly headers?: readonly HeaderField[] | undefined;
  readonly reason?: string | undefined;
};

export type Answering = {
  readonly fork?: string | undefined;
  readonly sdp: Buffer;
  readonly headers?: readonly HeaderField[] | undefined;
  /** Granted to the session at most, in seconds (RFC 4028). Default 1800. */
  readonly sessionExpiresS?: number | undefined;
};

export type Refusing = {
  readonly reason?: string | undefined;
  readonly headers?: readonly HeaderField[] | undefined;
};

export interface IncomingCallHandlers {
  /** No answer is awaited any more: a CANCEL (487 has been sent), or no PRACK came (504). */
  cancelled(why: 'cancelled' | 'no prack', reason: string | undefined): void;
  /** A PRACK brought the answer to the offer in our reliable 18x. */
  answeredEarly?(answer: Buffer, fork: string): void;
  /** UPDATE before the call is answered. Without this handler 488. */
  offered?(offer: IncomingOffer): Promise<OfferReply> | OfferReply;
}

/** A call to make. */
export type CallOrder = {
  /** Where it goes. Another hop is another call. */
  readonly hop: Hop;
  /** Request-URI; From, To, with display name and parameters but without tag. */
  readonly uri: string;
  readonly from: string;
  readonly to: string;
  /** The user part of our Contact. */
  readonly contactUser?: string | undefined;
  /** Without it the other side makes the offer in its 200, and `acknowledge` carries our answer. */
  readonly offer: Buffer | undefined;
  /** Diversion, P-Asserted-Identity, … as they shall be written. Via, CSeq, Contact and their like are the agent's. */
  readonly headers?: readonly HeaderField[] | undefined;
  readonly maxForwards?: number | undefined;
  /** For 401 and 407; tried once. */
  readonly credentials?: Credentials | undefined;
  /** Asked of the session, in seconds (RFC 4028). Default 1800. */
  readonly sessionExpiresS?: number | undefined;
};

export type Credentials = { readonly user: string; readonly password: string };

export interface OutgoingCall {
  readonly callId: string;
  /** 100, 18x or anything else has come. */
  readonly isHeard: boolean;
  /**
   * Gives up. Waits for a provisional before it sends CANCEL, and hangs up a 200 that crosses it;
   * `failed` follows with `cancelled`, when the other side has answered or 32 s later.
   */
  cancel(headers?: readonly HeaderField[]): void;
}

export interface OutgoingCallHandlers {
  /** 101 to 199. `fork` is the other side's To-tag. */
  ringing(ring: {
    readonly status: number;
    readonly fork: string;
    readonly sdp: Buffer | undefined;
    readonly response: SipResponse;
  }): void;
  /**
   * 200. With an offer of ours it must be acknowledged at once; without one `acknowledge` takes the
   * answer. Further 200s of a forked call are acknowledged and hung up by the agent.
   */
  answered(
    session: Session,
    answer: {
      readonly fork: string;
      readonly sdp: Buffer | undefined;
      readonly response: SipResponse;
    },
  ): SessionHandlers;
  failed(failure: CallFailure): void;
}

export type CallFailure =
  /** 300 to 699; a redirection is not followed. */
  | { readonly kind: 'refused'; readonly status: number; readonly response: SipResponse }
  /** Nothing came in 32 s, or the provisional was the last word for 3 minutes (RFC 3261 timer C). */
  | { readonly kind: 'timed out' }
  /** Connection refused or lost, ICMP, no route, certificate. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  | { readonly kind: 'cancelled' };

/** A call that was answered, from either end. */
export interface Session {
  readonly callId: string;
  readonly state: 'unacknowledged' | 'open' | 'ended';
  /** The last descriptions that were agreed on. */
  readonly localSdp: Buffer | undefined;
  readonly remoteSdp: Buffer | undefined;
  /** Caller's side only: sends the ACK, repeated for each repeated 200. */
  acknowledge(answer?: Buffer): void;
  /**
   * A new description: hold, another codec. By re-INVITE, or UPDATE where that is asked for and the
   * peer allows it. Without an offer the peer makes one and `acknowledge` of the outcome answers it.
   * Waits and tries once more on 491.
   */
  offer(offer: Buffer | undefined, options?: OfferOptions): Promise<OfferOutcome>;
  /** INFO, with what it carries. */
  info(contentType: string, body: Buffer): Promise<RequestOutcome>;
  /** Hangs up; before the ACK came, as soon as it has. */
  bye(headers?: readonly HeaderField[]): void;
}

export type OfferOptions = { readonly by?: 'INVITE' | 'UPDATE' | undefined };

export type OfferOutcome =
  | {
      readonly kind: 'agreed';
      readonly sdp: Buffer | undefined;
      /** Must be called where we made no offer; else the ACK has gone. */
      acknowledge(answer: Buffer): void;
    }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'session ended' };

export interface SessionHandlers {
  /** Callee's side: the ACK came, with the answer to an offer of ours in 200. */
  acknowledged?(answer: Buffer | undefined): void;
  /**
   * A re-INVITE or UPDATE of the peer. One whose description is unchanged in every octet is a refresh,
   * answered by the agent with the description that holds. Throwing answers 500.
   */
  offered(offer: IncomingOffer): Promise<OfferReply> | OfferReply;
  /** INFO; what is returned is its status. Without this handler 200 and forgotten. */
  info?(info: { readonly contentType: string; readonly body: Buffer }): number;
  ended(end: SessionEnd): void;
}

export type IncomingOffer = {
  readonly by: 'INVITE' | 'UPDATE';
  /** Without it our reply makes the offer. */
  readonly sdp: Buffer | undefined;
  readonly request: SipRequest;
};

export type OfferReply =
  | {
      readonly status: 200;
      readonly sdp: Buffer;
      /** The ACK to a re-INVITE, with the answer where our reply was the offer. */
      readonly acknowledged?: ((answer: Buffer | undefined) => void) | undefined;
    }
  | {
      readonly status: number;
      readonly sdp?: undefined;
      readonly headers?: readonly HeaderField[];
    };

export type SessionEnd = {
  readonly by: 'peer' | 'us';
  /**
   * `bye` was said; `no ack` came in 32 s; `expired`: a refresh of the session failed or did not come;
   * `unreachable`: 408 or 481 to a request of ours. In all but the first the agent has said BYE.
   */
  readonly cause: 'bye' | 'no ack' | 'expired' | 'unreachable';
  /** What stood in Reason (RFC 3326). */
  readonly reason: string | undefined;
};

export type RequestOrder = {
  readonly method: 'OPTIONS' | 'REGISTER';
  readonly hop: Hop;
  readonly uri: string;
  readonly from: string;
  readonly to: string;
  readonly headers?: readonly HeaderField[] | undefined;
  readonly credentials?: Credentials | undefined;
  /** Refreshes of one registration keep it, and count `cseq` up. */
  readonly callId?: string | undefined;
  readonly cseq?: number | undefined;
};

export type RequestOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly response: SipResponse }
  | { readonly kind: 'timed out' }
  | { readonly kind: 'unreachable'; readonly cause: string };

export type ListenerSettings = {
  readonly transport: TransportName;
  readonly host: string;
  /** 0 lets the system pick one. */
  readonly port: number;
  /** TLS: our certificate, and who may stand for a peer's. */
  readonly tls?:
    | { readonly cert: string; readonly key: string; readonly ca?: string | undefined }
    | undefined;
};

export type UserAgentSettings = {
  /** At least one. Requests leave from the first listener of their transport. */
  readonly listeners: readonly ListenerSettings[];
  /** What Contact and Via carry instead of the local address: `PARLEY_SIP_PUBLIC_ADDRESS`. */
  readonly publicAddress: string | undefined;
  /** `Server` and `User-Agent`; without it none. */
  readonly product: string | undefined;
  /** Who may stand for the peers that we connect to by TLS; without it the system's list. */
  readonly ca?: string | undefined;
  readonly limits?: Partial<AgentLimits> | undefined;
};

export type AgentLimits = {
  /** Transactions in progress; beyond them a new request hears 503. */
  readonly transactionsMax: number;
  readonly connectionsMax: number;
  readonly connectionsPerSourceMax: number;
};

/** What the parts of a user agent share: clock, transactions, the way out, and who is in which dialog. */
import { boundary } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import type { HeaderField } from './headers.ts';
import type { SipRequest } from './message.ts';
import type { HopResolver } from './resolve.ts';
import type { Tokens } from './tokens.ts';
import type { ServerTransaction } from './transaction/server-transaction.ts';
import type { Transactions } from './transaction/transactions.ts';
import type { Flow } from './transport/flow.ts';
import type { SipTransport } from './transport/transport.ts';
import { writeHostPort } from './uri.ts';
import type { CountedEvent, Hop } from './user-agent.ts';
import type { RequestEnvelope } from './validate.ts';

/** A request within a dialog, and the transaction that answers it. */
export type TakenRequest = {
  readonly request: SipRequest;
  readonly envelope: RequestEnvelope;
  readonly transaction: ServerTransaction;
};

/** Who answers for a dialog: a call that rings, or a session. */
export interface DialogOwner {
  take(taken: TakenRequest): void;
  takeAck(request: SipRequest, envelope: RequestEnvelope): void;
  /** The program ends. */
  hangUp(): void;
}

/** An INVITE that can still be cancelled. */
export interface Cancellable {
  cancelled(reason: string | undefined): void;
}

export type AgentCore = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly tokens: Tokens;
  readonly transactions: Transactions;
  readonly transport: SipTransport;
  readonly resolver: HopResolver;
  /** By dialog key. */
  readonly dialogs: Map<string, DialogOwner>;
  /** By the key of the INVITE's transaction. */
  readonly cancellable: Map<string, Cancellable>;
  /** Calls of ours that have no session yet. */
  readonly calling: Set<{ hangUp(): void }>;
  /** A dialog or a call of ours is over; who waits for the last one looks. */
  readonly released: () => void;
  readonly product: string | undefined;
  readonly count: (what: CountedEvent) => void;
};

const application = boundary('sip.application', 'library');

/** What a session or a call does in its own time: no request or answer waits for it. */
export const sessionWork = boundary('sip.session', 'promise');

/** Runs what belongs to an application; what it throws is told, counted, and ends here. */
export function guarded<Value>(core: AgentCore, run: () => Value): Value | undefined {
  return application.attempt(run, () => core.count('handler threw'));
}

/** The same of what an application answers in its time. */
export function guardedAnswer<Value>(
  core: AgentCore,
  run: () => Promise<Value> | Value,
): Promise<Value | undefined> {
  return application.attemptAsync(run, () => core.count('handler threw'));
}

/** Contact for a dialog over that flow. */
export function contactOn({ transport, ourAddress, ourPort }: Flow, user?: string): string {
  return contactAt({ transport, address: ourAddress, port: ourPort }, user);
}

export function contactAt({ transport, address, port }: Hop, user?: string): string {
  const place = writeHostPort({ host: address, port });
  const behind = transport === 'udp' ? '' : `;transport=${transport}`;
  return `<sip:${user === undefined ? '' : `${user}@`}${place}${behind}>`;
}

export function productField(core: AgentCore, name: 'server' | 'user-agent'): HeaderField[] {
  return core.product === undefined ? [] : [[name, core.product]];
}

/** A header that tells why, in RFC 3326's words. */
export function reasonOf(request: SipRequest): string | undefined {
  return request.headers.get('reason');
}

const sdpType: HeaderField = ['content-type', 'application/sdp'];

/** The fields and the body of an SDP, or neither. */
export function sdpParts(sdp: Buffer | undefined): {
  readonly headers: readonly HeaderField[];
  readonly body: Buffer | undefined;
} {
  return { headers: sdp === undefined ? [] : [sdpType], body: sdp };
}

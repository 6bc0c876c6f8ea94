/** All transactions that there are, each found by one access to a map. */

import type { Clock } from '#core/clock.ts';
import { keptKey } from '#core/kept-key.ts';
import { splitLists } from '../fields.ts';
import { Headers } from '../headers.ts';
import type { SipRequest, SipResponse } from '../message.ts';
import type { Tokens } from '../tokens.ts';
import type { Flow } from '../transport/flow.ts';
import { writeHostPort } from '../uri.ts';
import type { Envelope } from '../validate.ts';
import { type ClientTransaction, type ClientUser, laterInTurn } from './client-transaction.ts';
import { Expiry } from './expiry.ts';
import { InviteClientTransaction } from './invite-client.ts';
import { InviteServerTransaction } from './invite-server.ts';
import { OtherClientTransaction } from './other-client.ts';
import { OtherServerTransaction } from './other-server.ts';
import type { ServerTransaction } from './server-transaction.ts';
import type { TransactionHome } from './transaction-home.ts';

export type TransactionPorts = {
  readonly clock: Clock;
  readonly tokens: Tokens;
  /** Something was sent again. */
  readonly repeats: () => void;
};

export type TakenRequest =
  | { readonly kind: 'new'; readonly transaction: ServerTransaction }
  /** It was known, and has had what it must get. */
  | { readonly kind: 'absorbed' }
  /** RFC 3261 §8.2.2.2: the same request on another way. */
  | { readonly kind: 'merged'; readonly transaction: ServerTransaction }
  /** An ACK that belongs to no refusal of ours: a session's. */
  | { readonly kind: 'ack' };

export class Transactions {
  readonly #ports: TransactionPorts;
  readonly #servers = new Map<string, ServerTransaction>();
  readonly #clients = new Map<string, ClientTransaction>();
  /** By merge key: the key of the transaction that such a request has. */
  readonly #merges = new Map<string, string>();
  readonly #byFlow = new Map<Flow, Set<ClientTransaction>>();
  readonly #expiry: Expiry;
  readonly #serverHome: TransactionHome<ServerTransaction>;
  readonly #clientHome: TransactionHome<ClientTransaction>;

  constructor(ports: TransactionPorts) {
    const { clock, repeats } = ports;
    this.#ports = ports;
    this.#expiry = new Expiry(clock);
    const shared = { clock, repeats, expiry: this.#expiry };
    this.#serverHome = { ...shared, ended: (transaction) => this.#forgetServer(transaction) };
    this.#clientHome = { ...shared, ended: (transaction) => this.#forgetClient(transaction) };
  }

  get size(): number {
    return this.#servers.size + this.#clients.size;
  }

  /** A request that could be read. `answers` is where its responses go. */
  take(request: SipRequest, envelope: Envelope, answers: Flow): TakenRequest {
    const key = serverKey(request, envelope);
    const known = this.#servers.get(key);
    if (request.method === 'ACK') return takeAck(known);
    if (known !== undefined) {
      known.repeated();
      return { kind: 'absorbed' };
    }
    const merge = envelope.toTag === '' ? mergeKey(envelope) : undefined;
    const isMerged = merge !== undefined && this.#merges.has(merge);
    if (merge !== undefined && !isMerged) this.#merges.set(merge, key);
    const options = { key, flow: answers, merge: isMerged ? undefined : merge };
    const transaction =
      request.method === 'INVITE'
        ? new InviteServerTransaction(options, this.#serverHome)
        : new OtherServerTransaction(options, this.#serverHome);
    this.#servers.set(key, transaction);
    return { kind: isMerged ? 'merged' : 'new', transaction };
  }

  /** The INVITE that a CANCEL is about (§9.2). */
  inviteOf(cancel: SipRequest, envelope: Envelope): InviteServerTransaction | undefined {
    const found = this.#servers.get(serverKey(cancel, envelope, 'INVITE'));
    return found instanceof InviteServerTransaction ? found : undefined;
  }

  /** False where nothing waits for it. */
  takeResponse(response: SipResponse, envelope: Envelope): boolean {
    const branch = envelope.via.parameters.get('branch') ?? '';
    const transaction = this.#clients.get(clientKey(branch, envelope.cseq.method));
    transaction?.take(response, envelope);
    return transaction !== undefined;
  }

  /** Sends a request that has no Via yet; a CANCEL carries the branch of its INVITE. */
  send(
    request: SipRequest,
    { flow, user, branch = this.newBranch() }: { flow: Flow; user: ClientUser; branch?: string },
  ): ClientTransaction {
    const key = clientKey(branch, request.method);
    const options = { key, flow, user, request: withVia(request, flow, branch) };
    const transaction: ClientTransaction =
      request.method === 'INVITE'
        ? new InviteClientTransaction(options, this.#clientHome)
        : new OtherClientTransaction(options, this.#clientHome);
    this.#clients.set(key, transaction);
    if (flow.isReliable) this.#onFlow(flow).add(transaction);
    if (!flow.isOpen) {
      const fail = laterInTurn.guard(
        () => transaction.lost('connection closed'),
        () => transaction.end(),
      );
      queueMicrotask(fail);
    }
    return transaction;
  }

  newBranch(): string {
    return `${magicCookie}${this.#ports.tokens()}`;
  }

  /** A connection is gone: what waited for an answer on it fails at once. */
  lost(flow: Flow, cause: string): void {
    for (const transaction of this.#byFlow.get(flow) ?? []) transaction.lost(cause);
    this.#byFlow.delete(flow);
  }

  /** Forgets everything. */
  end(): void {
    for (const transaction of this.#servers.values()) transaction.end();
    for (const transaction of this.#clients.values()) transaction.end();
    this.#expiry.stop();
  }

  #onFlow(flow: Flow): Set<ClientTransaction> {
    const known = this.#byFlow.get(flow);
    if (known !== undefined) return known;
    const fresh = new Set<ClientTransaction>();
    this.#byFlow.set(flow, fresh);
    return fresh;
  }

  #forgetServer({ key, merge }: ServerTransaction): void {
    this.#servers.delete(key);
    if (merge !== undefined) this.#merges.delete(merge);
  }

  #forgetClient(transaction: ClientTransaction): void {
    this.#clients.delete(transaction.key);
    const onFlow = this.#byFlow.get(transaction.flow);
    onFlow?.delete(transaction);
    if (onFlow?.size === 0) this.#byFlow.delete(transaction.flow);
  }
}

function takeAck(known: ServerTransaction | undefined): TakenRequest {
  if (!(known instanceof InviteServerTransaction) || known.isAccepted) return { kind: 'ack' };
  known.acknowledged();
  return { kind: 'absorbed' };
}

const spelled = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const;

/** RFC 3581 §3: `rport` asks for the answer to come back to the port that the request left from. */
export function withVia(request: SipRequest, flow: Flow, branch: string): SipRequest {
  const { transport, ourAddress, ourPort } = flow;
  const sentBy = writeHostPort({ host: ourAddress, port: ourPort });
  const via = `SIP/2.0/${spelled[transport]} ${sentBy};branch=${branch};rport`;
  return { ...request, headers: new Headers([['via', via], ...request.headers.fields]) };
}

// What tells transactions apart.

/** RFC 3261 §8.1.1.7: a branch that begins so is unique; without more behind it it tells nothing. */
const magicCookie = 'z9hG4bK';

/** The key of the transaction that a request belongs to; an ACK's is its INVITE's, a CANCEL's its own. */
function serverKey(
  request: SipRequest,
  { via, fromTag, callId, cseq }: Envelope,
  method: string = request.method,
): string {
  const kind = method === 'ACK' ? 'INVITE' : method;
  const branch = via.parameters.get('branch') ?? '';
  if (branch.length > magicCookie.length && branch.startsWith(magicCookie)) {
    // §17.2.3: branch, sent-by, method.
    return keptKey(`${kind} ${branch} ${via.host}:${via.port ?? ''}`);
  }
  // §17.2.3 for RFC 2543. To is left out, because an ACK's tag is that of the answer.
  const top = splitLists([request.headers.get('via') ?? ''])?.[0] ?? '';
  return keptKey(`2543 ${kind} ${request.uri} ${fromTag} ${callId} ${cseq.number} ${top}`);
}

/** §17.1.3: the branch and the method in CSeq. */
function clientKey(branch: string, method: string): string {
  return `${method} ${branch}`;
}

/** §8.2.2.2: a request that came twice on different ways has these in common. */
function mergeKey({ fromTag, callId, cseq }: Envelope): string {
  return keptKey(`${callId} ${fromTag} ${cseq.number} ${cseq.method}`);
}

/** A dialog (RFC 3261 §12): who speaks with whom, over which proxies, and what number comes next. */
import { parseNameAddress, splitLists } from './fields.ts';
import { type HeaderField, Headers } from './headers.ts';
import { noBody, type SipRequest, type SipResponse } from './message.ts';
import type { Envelope, RequestEnvelope } from './validate.ts';

export type DialogState = {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  /** From and To of our requests, tags included. */
  readonly local: string;
  readonly remote: string;
  /** In the order in which our requests pass them. */
  readonly routes: readonly string[];
  readonly target: string;
  readonly localCSeq: number;
  readonly remoteCSeq: number | undefined;
};

export type RequestParts = {
  readonly headers?: readonly HeaderField[] | undefined;
  readonly body?: Buffer | undefined;
  /** An ACK's is its INVITE's; without it the next one. */
  readonly cseq?: number | undefined;
};

export function dialogKey(callId: string, localTag: string, remoteTag: string): string {
  return `${callId} ${localTag} ${remoteTag}`;
}

export class Dialog {
  /** As one text: made for each look-up, it would be hashed each time. */
  readonly key: string;
  readonly #state: DialogState;
  #target: string;
  #localCSeq: number;
  #remoteCSeq: number | undefined;

  constructor(state: DialogState) {
    this.#state = state;
    this.key = dialogKey(state.callId, state.localTag, state.remoteTag);
    this.#target = state.target;
    this.#localCSeq = state.localCSeq;
    this.#remoteCSeq = state.remoteCSeq;
  }

  get callId(): string {
    return this.#state.callId;
  }

  get remoteTag(): string {
    return this.#state.remoteTag;
  }

  /** The address that the next request is sent to: the first proxy, else the other side itself. */
  get nextHop(): string {
    const [first] = this.#state.routes;
    return (first === undefined ? undefined : addressIn(first)) ?? this.#target;
  }

  /** §12.2.2: whether a request's number is higher than all before it. */
  takeCSeq(number: number): boolean {
    if (this.#remoteCSeq !== undefined && number <= this.#remoteCSeq) return false;
    this.#remoteCSeq = number;
    return true;
  }

  /** §12.2: INVITE and UPDATE, and their answers, say where the other side is now. */
  refreshTarget(contact: string | undefined): void {
    if (contact !== undefined) this.#target = contact;
  }

  request(method: string, { headers = [], body = noBody, cseq }: RequestParts = {}): SipRequest {
    if (cseq === undefined) this.#localCSeq += 1;
    const { callId, local, remote } = this.#state;
    const { uri, routes } = this.#routing();
    const fields: HeaderField[] = [
      ['max-forwards', '70'],
      ...routes.map((route): HeaderField => ['route', route]),
      ['from', local],
      ['to', remote],
      ['call-id', callId],
      ['cseq', `${cseq ?? this.#localCSeq} ${method}`],
      ...headers,
    ];
    return { kind: 'request', method, uri, version: 'SIP/2.0', headers: new Headers(fields), body };
  }

  get localCSeq(): number {
    return this.#localCSeq;
  }

  /** §12.2.1.1: a proxy without `lr` expects itself in the Request-URI and the target at the end. */
  #routing(): { readonly uri: string; readonly routes: readonly string[] } {
    const { routes } = this.#state;
    const [first, ...others] = routes;
    const strict = first === undefined ? undefined : strictAddress(first);
    if (strict === undefined) return { uri: this.#target, routes };
    return { uri: strict, routes: [...others, `<${this.#target}>`] };
  }
}

function addressIn(route: string): string | undefined {
  return parseNameAddress(route)?.uriText;
}

function strictAddress(route: string): string | undefined {
  const parsed = parseNameAddress(route);
  if (parsed === undefined || parsed.uri.scheme === 'other') return undefined;
  return parsed.uri.parameters.has('lr') ? undefined : parsed.uriText;
}

/** The callee's dialog (§12.1.1). */
export function dialogOfCallee(
  request: SipRequest,
  envelope: RequestEnvelope,
  localTag: string,
): Dialog {
  const { headers } = request;
  const remote = headers.get('from') ?? '';
  return new Dialog({
    callId: envelope.callId,
    localTag,
    remoteTag: envelope.fromTag,
    local: `${headers.get('to') ?? ''};tag=${localTag}`,
    remote,
    routes: splitLists(headers.all('record-route')) ?? [],
    // RFC 2543 callers name no Contact; their From is what is left.
    target: envelope.contact?.uriText ?? envelope.from.uriText,
    localCSeq: 0,
    remoteCSeq: envelope.cseq.number,
  });
}

/** The caller's dialog (§12.1.2), from the From and the Request-URI that were sent and the answer to them. */
export function dialogOfCaller(
  sent: { readonly from: string; readonly uri: string },
  response: SipResponse,
  envelope: Envelope,
): Dialog {
  return new Dialog({
    callId: envelope.callId,
    localTag: envelope.fromTag,
    remoteTag: envelope.toTag,
    local: sent.from,
    remote: response.headers.get('to') ?? '',
    routes: (splitLists(response.headers.all('record-route')) ?? []).toReversed(),
    target: contactOf(response) ?? sent.uri,
    localCSeq: envelope.cseq.number,
    remoteCSeq: undefined,
  });
}

/** The address in Contact, if there is one that can be read. */
export function contactOf(message: SipRequest | SipResponse): string | undefined {
  const [first] = splitLists(message.headers.all('contact')) ?? [];
  return first === undefined ? undefined : parseNameAddress(first)?.uriText;
}

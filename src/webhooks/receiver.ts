/** An endpoint opened for sending: its keys, its request heads and its connections. */
import type { KeyObject } from 'node:crypto';
import { must } from '#core/assert.ts';
import { inspectorUrl } from '#core/inspector-url.ts';
import type { Sealer } from '#core/sealed.ts';
import {
  type CallbackRequest,
  callbackRequest,
  refusesCallback,
  shownKind,
} from './callback-request.ts';
import { type Endpoint, type EndpointSecret, liveSecrets } from './endpoint.ts';
import { headersPlace, keyPlace } from './endpoint-places.ts';
import type { Target } from './http/open-socket.ts';
import { type Answer, HttpPoster, type HttpPosterPorts } from './http/poster.ts';
import { type InspectorPort, posterOfInspector, shownUrlOf } from './inspector-target.ts';
import { leadingSignature, type SigningSecret, signatureLines } from './more-signatures.ts';
import { parseSecret, type Signed, secretPlace, sign } from './signature.ts';
import { SigningKey, signingKeyPlace } from './signing-key.ts';
import { judge, type Verdict, withoutAcknowledgement } from './verdict.ts';
import type { Delivery } from './webhook-store.ts';

export type ReceiverPorts = HttpPosterPorts & {
  readonly sealer: Sealer;
  readonly inspectorPort?: InspectorPort | undefined;
};

const visibleAscii = /^[\x21-\x7e]+$/;

type OpenedSecret = Pick<EndpointSecret, 'untilMs'> & SigningSecret;

/** What is sent: an event by its id, or a text that is made for this one request. */
type Posted = Pick<Delivery, 'kind' | 'url' | 'body' | 'test'> & {
  readonly eventId: number | string;
};

type Attempted = {
  /** How many attempts have failed. */
  readonly job: { readonly attempt: number };
  readonly load: Posted;
};

export class Receiver {
  readonly endpoint: Endpoint;
  /** What logs may say of its URL. */
  readonly origin: string;
  readonly #poster: HttpPoster;
  readonly #secrets: readonly OpenedSecret[];
  /** Those that sign until `#keysUntilMs`. */
  #keys: readonly KeyObject[] = [];
  #liveSecrets: readonly SigningSecret[] = [];
  #keysUntilMs = 0;
  readonly #signingKey: SigningKey | undefined;
  readonly #path: string;
  /** Lines of every request to it. */
  readonly #fixedHead: string;
  readonly #ownHead: string;

  /** Throws if what is sealed of it cannot be opened. */
  constructor(endpoint: Endpoint, ports: ReceiverPorts) {
    const url = shownUrlOf(endpoint);
    this.endpoint = endpoint;
    this.origin = url.origin;
    this.#secrets = openSecrets(endpoint, ports.sealer);
    this.#signingKey = openSigningKey(endpoint, ports.sealer);
    this.#path = `${url.pathname}${url.search}`;
    this.#ownHead = ` HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: Parley\r\n${ownHeaders(endpoint, ports.sealer)}`;
    this.#fixedHead = `${this.#ownHead}Content-Type: application/json\r\nContent-Length: `;
    this.#poster =
      endpoint.url === inspectorUrl
        ? posterOfInspector(ports)
        : new HttpPoster(targetOf(endpoint, url, ports.sealer), ports);
  }

  /** Where an event goes. */
  urlOf({ url }: Pick<Posted, 'url'>): string {
    return url === null || this.endpoint.source !== 'request' ? this.endpoint.url : url;
  }

  /** One attempt. */
  post(attempted: Attempted, atMs: number): Promise<Answer> {
    return this.send(this.compose(attempted, atMs));
  }

  /** What an answer to an attempt means. */
  judge(load: Pick<Posted, 'kind' | 'url'>, answer: Answer, nowMs: number): Verdict {
    const isRefused = this.#isRequests(load) && refusesCallback(load.kind, answer);
    return isRefused ? withoutAcknowledgement : judge(answer, nowMs);
  }

  /** Whether its address may be contacted as the rules and the name servers have it now. */
  isAllowed(): Promise<boolean> {
    return this.#poster.isAllowed();
  }

  /** Sends a whole request. */
  send(request: Buffer): Promise<Answer> {
    return this.#poster.post(request, this.endpoint.settings.timeoutMs);
  }

  /** The request of an attempt, head and body. */
  compose(attempted: Attempted, atMs: number): Buffer {
    const { load } = attempted;
    const { kind, url } = load;
    const callback = this.#isRequests(load) ? callbackRequest(kind, url ?? '') : undefined;
    return callback === undefined
      ? this.#composePost(attempted, atMs)
      : this.#composeCallback(attempted, callback, atMs);
  }

  #composePost({ job, load }: Attempted, atMs: number): Buffer {
    const { body } = load;
    const id = `msg_${load.eventId}`;
    const timestampS = Math.floor(atMs / 1_000);
    const signed = { id, timestampS, body };
    const usual = sign(signed, this.#liveKeys(atMs));
    const path = this.#pathFor(load.url);
    const { signature, lines } = this.#signMore(signed, usual, path);
    const head =
      `POST ${path}${this.#fixedHead}${body.length}` +
      `\r\nwebhook-id: ${id}\r\nwebhook-timestamp: ${timestampS}\r\nwebhook-signature: ${signature}` +
      `\r\nwebhook-event: ${shownKind(load.kind)}\r\nwebhook-attempt: ${job.attempt + 1}\r\n` +
      `${lines}${load.test ? 'webhook-test: 1\r\n' : ''}\r\n`;
    return joined(head, body);
  }

  /** As another gateway would ask the same page, and with the signature of what goes there. */
  #composeCallback({ job, load }: Attempted, { method, url, body }: CallbackRequest, atMs: number) {
    const id = `msg_${load.eventId}`;
    const timestampS = Math.floor(atMs / 1_000);
    const signature = sign({ id, timestampS, body }, this.#liveKeys(atMs));
    const content =
      method === 'GET'
        ? ''
        : `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
    const head =
      `${method} ${this.#pathOf(url)}${this.#ownHead}${content}webhook-id: ${id}` +
      `\r\nwebhook-timestamp: ${timestampS}\r\nwebhook-signature: ${signature}` +
      `\r\nwebhook-attempt: ${job.attempt + 1}\r\n${load.test ? 'webhook-test: 1\r\n' : ''}\r\n`;
    return joined(head, body);
  }

  tick(nowMs: number): void {
    this.#poster.tick(nowMs);
  }

  stop(): void {
    this.#poster.stop();
  }

  /** What this endpoint wants besides; nearly always nothing. */
  #signMore(signed: Signed, usual: string, path: string) {
    const schemes = this.endpoint.settings.signatures;
    if (schemes.length === 0) return { signature: usual, lines: '' };
    const signers = { schemes, signingKey: this.#signingKey, secrets: this.#liveSecrets };
    const request = { ...signed, method: 'POST', targetUri: `${this.origin}${path}` } as const;
    return {
      signature: leadingSignature(signed, signers) + usual,
      lines: signatureLines(request, signers),
    };
  }

  /** One that was replaced signs until its time is over. */
  #liveKeys(nowMs: number): readonly KeyObject[] {
    if (nowMs < this.#keysUntilMs) return this.#keys;
    const live = liveSecrets({ secrets: this.#secrets }, nowMs);
    this.#keysUntilMs = Math.min(...live.map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY));
    this.#liveSecrets = live;
    this.#keys = live.map(({ key }) => key);
    return this.#keys;
  }

  /** Whether an event is here because its request named this place, and no copy of it. */
  #isRequests({ url }: Pick<Posted, 'url'>): boolean {
    return url !== null && this.endpoint.source === 'request';
  }

  /** A copy of an event goes to the endpoint's own URL, wherever the request wanted the event. */
  #pathFor(url: string | null): string {
    return url !== null && this.#isRequests({ url }) ? this.#pathOf(url) : this.#path;
  }

  /** Of a URL that a request gave, which was vetted then and is of this origin. */
  #pathOf(url: string): string {
    const rest = url.startsWith(`${this.origin}/`) ? url.slice(this.origin.length) : '';
    if (visibleAscii.test(rest) && !rest.includes('#')) return rest;
    const parsed = new URL(url);
    return `${parsed.pathname}${parsed.search}`;
  }
}

/** Head and body in one buffer: one write, one packet. */
function joined(head: string, body: Uint8Array): Buffer {
  const request = Buffer.allocUnsafe(head.length + body.length);
  request.write(head, 'latin1');
  request.set(body, head.length);
  return request;
}

function openSecrets(endpoint: Endpoint, sealer: Sealer): readonly OpenedSecret[] {
  const place = secretPlace(endpoint);
  return endpoint.secrets.map(({ sealed, untilMs }) => {
    const text = sealer.open(sealed, place);
    return { key: must(parseSecret(text), `secret in ${place}`), text, untilMs };
  });
}

function openSigningKey(endpoint: Endpoint, sealer: Sealer): SigningKey | undefined {
  const { sealedSigningKey } = endpoint.settings;
  if (sealedSigningKey === '') return undefined;
  return new SigningKey(sealer.open(sealedSigningKey, signingKeyPlace(endpoint)));
}

function ownHeaders(endpoint: Endpoint, sealer: Sealer): string {
  const { sealedHeaders } = endpoint.settings;
  if (sealedHeaders === '') return '';
  const written = sealer.open(sealedHeaders, headersPlace(endpoint));
  const headers = Object.entries(JSON.parse(written) as Record<string, string>);
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}

function targetOf(endpoint: Endpoint, url: URL, sealer: Sealer): Target {
  const { ca, certificate, sealedKey } = endpoint.settings;
  const tls = url.protocol === 'https:';
  return {
    tls,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    ca: ca === '' ? undefined : ca,
    identity:
      certificate === ''
        ? undefined
        : { certificate, key: sealer.open(sealedKey, keyPlace(endpoint)) },
  };
}

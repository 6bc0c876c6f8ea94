/** An endpoint opened for sending: its keys, its request heads and its connections. */
import { must } from '#core/assert.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Owed } from '#queue/job.ts';
import { type Answer, HttpPoster, type HttpPosterPorts } from './http/poster.ts';
import type { MacKey } from './mac-key.ts';
import { parseSecret, secretPlace, sign } from './signature.ts';
import type { Delivery, Endpoint } from './webhook-store.ts';

export type ReceiverPorts = HttpPosterPorts & { readonly sealer: Sealer };

const timeoutMs = 15_000;
const visibleAscii = /^[\x21-\x7e]+$/;

export class Receiver {
  readonly endpoint: Endpoint;
  /** What logs may say of its URL. */
  readonly origin: string;
  readonly #poster: HttpPoster;
  readonly #keys: readonly MacKey[];
  readonly #path: string;
  /** Lines of every request to it. */
  readonly #fixedHead: string;

  /** Throws if its secrets cannot be opened. */
  constructor(endpoint: Endpoint, ports: ReceiverPorts) {
    const url = new URL(endpoint.url);
    const tls = url.protocol === 'https:';
    this.endpoint = endpoint;
    this.origin = url.origin;
    this.#keys = openKeys(endpoint, ports.sealer);
    this.#path = `${url.pathname}${url.search}`;
    this.#fixedHead =
      ` HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: Parley\r\n` +
      'Content-Type: application/json\r\nContent-Length: ';
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? (tls ? 443 : 80) : Number(url.port);
    this.#poster = new HttpPoster({ tls, hostname, port }, ports);
  }

  /** One attempt; `n` is 1 for the first. */
  post({ job, load }: Owed<Delivery>, atMs: number): Promise<Answer> {
    const { body } = load;
    const id = `msg_${load.eventId}`;
    const timestampS = Math.floor(atMs / 1_000);
    const signature = sign({ id, timestampS, body }, this.#keys);
    const head =
      `POST ${load.url === null ? this.#path : this.#pathOf(load.url)}${this.#fixedHead}${body.length}` +
      `\r\nwebhook-id: ${id}\r\nwebhook-timestamp: ${timestampS}\r\nwebhook-signature: ${signature}` +
      `\r\nwebhook-event: ${load.kind}\r\nwebhook-attempt: ${job.attempt + 1}\r\n` +
      `${load.test ? 'webhook-test: 1\r\n' : ''}\r\n`;
    // Head and body in one buffer: one write, one packet.
    const request = Buffer.allocUnsafe(head.length + body.length);
    request.write(head, 'latin1');
    request.set(body, head.length);
    return this.#poster.post(request, timeoutMs);
  }

  tick(nowMs: number): void {
    this.#poster.tick(nowMs);
  }

  stop(): void {
    this.#poster.stop();
  }

  /** Of a URL that a request gave, which was vetted then and is of this origin. */
  #pathOf(url: string): string {
    const rest = url.startsWith(`${this.origin}/`) ? url.slice(this.origin.length) : '';
    if (visibleAscii.test(rest) && !rest.includes('#')) return rest;
    const parsed = new URL(url);
    return `${parsed.pathname}${parsed.search}`;
  }
}

function openKeys(endpoint: Endpoint, sealer: Sealer): readonly MacKey[] {
  const place = secretPlace(endpoint);
  return endpoint.sealedSecrets.map((sealed) =>
    must(parseSecret(sealer.open(sealed, place)), `secret in ${place}`),
  );
}

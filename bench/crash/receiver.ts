/** The client's side of webhooks: writes down what comes, and now and then refuses at first. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ledger } from './ledger.ts';

/** The interface writes ids as text. */
type Report = { readonly msgId: string; readonly phone: string; readonly status: string };

export type ReceiverOptions = {
  /** One webhook in so many is answered 503 when it comes first; 0 is none. */
  readonly refusesEvery: number;
  /** Sees each copy that is taken, before it is answered 200. */
  readonly watch?: (body: string, headers: IncomingHttpHeaders) => Promise<void> | void;
};

export class Receiver implements AsyncDisposable {
  readonly #ledger: Ledger;
  readonly #server: Server;
  readonly #options: ReceiverOptions;
  readonly #refused = new Set<string>();
  #heard = 0;
  /** Refuses all that comes. */
  isOut = false;

  private constructor(ledger: Ledger, options: ReceiverOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async open(ledger: Ledger, options: ReceiverOptions): Promise<Receiver> {
    const receiver = new Receiver(ledger, options);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/reports`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: string;
    try {
      body = Buffer.concat(await request.toArray()).toString('utf8');
    } catch {
      // It was cut off by a crash, and comes again.
      return;
    }
    if (this.isOut || this.#refuses(String(request.headers['webhook-id']))) {
      response.writeHead(503).end();
      return;
    }
    const { msgId, phone, status } = JSON.parse(body) as Report;
    this.#ledger.hear(phone.replace('+', ''), { messageId: Number(msgId), status });
    await this.#options.watch?.(body, request.headers);
    response.writeHead(200).end();
  }

  #refuses(id: string): boolean {
    const { refusesEvery } = this.#options;
    this.#heard += 1;
    if (refusesEvery === 0 || this.#heard % refusesEvery > 0) return false;
    if (this.#refused.has(id)) return false;
    this.#refused.add(id);
    return true;
  }
}

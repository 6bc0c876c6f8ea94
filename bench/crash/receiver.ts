/** The client's side of webhooks: writes down what comes, and now and then refuses at first. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ledger } from './ledger.ts';

/** The interface writes ids as text. */
type Report = { readonly msgId: string; readonly phone: string; readonly status: string };

export class Receiver implements AsyncDisposable {
  readonly #ledger: Ledger;
  readonly #server: Server;
  readonly #refusesEvery: number;
  readonly #refused = new Set<string>();
  #heard = 0;
  /** Refuses all that comes. */
  isOut = false;

  private constructor(ledger: Ledger, refusesEvery: number) {
    this.#ledger = ledger;
    this.#refusesEvery = refusesEvery;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  /** One report in `refusesEvery` is answered 503 when it comes first; 0 is none. */
  static async open(ledger: Ledger, refusesEvery: number): Promise<Receiver> {
    const receiver = new Receiver(ledger, refusesEvery);
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
    const { msgId, phone, status } = JSON.parse(body) as Report;
    if (this.isOut || this.#refuses(body)) {
      response.writeHead(503).end();
      return;
    }
    this.#ledger.hear(phone.replace('+', ''), { messageId: Number(msgId), status });
    response.writeHead(200).end();
  }

  #refuses(body: string): boolean {
    this.#heard += 1;
    if (this.#refusesEvery === 0 || this.#heard % this.#refusesEvery > 0) return false;
    if (this.#refused.has(body)) return false;
    this.#refused.add(body);
    return true;
  }
}

/** A receiver of webhooks that writes everything down: ids, bytes, order, signatures, and in which life they came. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Ledger } from './ledger.ts';

export type Received = {
  readonly body: string;
  /** In which life of the sender each copy came, and which webhook of all it was. */
  readonly copies: { readonly life: number; readonly place: number }[];
};

type Report = { readonly msgId: string; readonly phone: string; readonly status: string };

/** Long enough that several are always under way. */
const answerMsMax = 20;

export class HookReceiver implements AsyncDisposable {
  /** By `webhook-id`. */
  readonly received = new Map<string, Received>();
  /** Copies of one id whose bytes were others. */
  changedBodies = 0;
  wrongSignatures = 0;
  /** Grows when the sender is killed. */
  life = 0;
  secret = '';
  readonly #ledger: Ledger;
  readonly #server: Server;
  readonly #refusesEvery: number;
  readonly #refused = new Set<string>();
  readonly #random: () => number;
  #places = 0;
  #heard = 0;

  /** One in `refusesEvery` is answered 503 when it comes first. */
  static async open(
    ledger: Ledger,
    refusesEvery: number,
    random: () => number,
  ): Promise<HookReceiver> {
    const receiver = new HookReceiver(ledger, refusesEvery, random);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  private constructor(ledger: Ledger, refusesEvery: number, random: () => number) {
    this.#ledger = ledger;
    this.#refusesEvery = refusesEvery;
    this.#random = random;
    this.#server = createServer((request, response) => void this.#take(request, response));
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
    const id = String(request.headers['webhook-id']);
    if (this.#refuses(id)) {
      response.writeHead(503).end();
      return;
    }
    this.#verify(body, request);
    this.#note(id, body);
    const { msgId, phone, status } = JSON.parse(body) as Report;
    if (status === 'delivered') {
      this.#ledger.hear(phone.replace('+', ''), { messageId: Number(msgId), status });
    }
    await pause(answerMsMax * this.#random());
    response.writeHead(200).end();
  }

  #verify(body: string, { headers }: IncomingMessage): void {
    try {
      new Webhook(this.secret).verify(body, headers as Record<string, string>);
    } catch {
      this.wrongSignatures += 1;
    }
  }

  #note(id: string, body: string): void {
    this.#places += 1;
    const copy = { life: this.life, place: this.#places };
    const known = this.received.get(id);
    if (known === undefined) this.received.set(id, { body, copies: [copy] });
    else {
      known.copies.push(copy);
      if (known.body !== body) this.changedBodies += 1;
    }
  }

  #refuses(id: string): boolean {
    this.#heard += 1;
    if (this.#refusesEvery === 0 || this.#heard % this.#refusesEvery > 0) return false;
    if (this.#refused.has(id)) return false;
    this.#refused.add(id);
    return true;
  }
}

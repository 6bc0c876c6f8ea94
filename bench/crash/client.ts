/** A client that sends as fast as it is answered, and writes down what it was told. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export type ClientWish = {
  readonly key: string;
  readonly connections: number;
  /** The server may be away. */
  readonly port: number;
  readonly ledger: Ledger;
  /** Requests a second at the most; as fast as it is answered unless it is said. */
  readonly rate?: number;
  /** Each message has a phone of its own: those of clients that follow each other must not meet. */
  readonly firstNumber?: number;
  /** How long a request that was answered 200 took. */
  readonly answered?: (ms: number) => void;
};

type Reply = { readonly status: number; readonly body: string; readonly tookMs: number };

const firstPhone = 37_060_000_000;
/** It was not taken, and may come again. */
const overloaded = 503;
const comeBackMs = 20;
/** What a server that was away has missed is not made up for, beyond this. */
const behindMsMax = 1_000;

export class Client {
  readonly #wish: ClientWish;
  readonly #agent: Agent;
  readonly #workers: readonly Promise<void>[];
  #finishes = false;
  #givesUp = false;
  #sent: number;
  #dueAt = performance.now();

  constructor(wish: ClientWish) {
    this.#wish = wish;
    this.#sent = wish.firstNumber ?? 0;
    this.#agent = new Agent({ keepAlive: true, maxSockets: wish.connections });
    this.#workers = Array.from({ length: wish.connections }, () => this.#work());
  }

  /** The number of the message that would be next. */
  get nextNumber(): number {
    return this.#sent;
  }

  /** Sends nothing new, and waits until what must be answered is. */
  async finish(): Promise<void> {
    this.#finishes = true;
    await Promise.all(this.#workers);
  }

  /** Gives up on what is not answered. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#givesUp = true;
    await this.finish();
    this.#agent.destroy();
  }

  async #work(): Promise<void> {
    while (!this.#finishes) {
      await this.#turn();
      const number = this.#sent++;
      const phone = String(firstPhone + number);
      // Every other request has an idempotency key, and is repeated until it is answered.
      if (number % 2 === 0) await this.#sendUntilAnswered(phone);
      else await this.#sendOnce(phone);
    }
  }

  async #turn(): Promise<void> {
    const { rate } = this.#wish;
    if (rate === undefined) return;
    const now = performance.now();
    this.#dueAt = Math.max(this.#dueAt + 1_000 / rate, now - behindMsMax);
    if (this.#dueAt > now) await pause(this.#dueAt - now);
  }

  async #sendOnce(phone: string): Promise<void> {
    const reply = await this.#ask(phone, {});
    if (reply === undefined) this.#wish.ledger.leaveUnanswered(phone);
    else this.#note(phone, reply);
    if (reply?.status !== 200) await pause(comeBackMs);
  }

  async #sendUntilAnswered(phone: string): Promise<void> {
    while (!this.#givesUp) {
      const reply = await this.#ask(phone, { idempotencyKey: `message to ${phone}` });
      if (reply !== undefined && reply.status !== overloaded) {
        this.#note(phone, reply);
        return;
      }
      await pause(comeBackMs);
    }
  }

  #note(phone: string, { status, body, tookMs }: Reply): void {
    const { ledger } = this.#wish;
    if (status !== 200) {
      if (status !== overloaded) ledger.refuse(phone, status);
      return;
    }
    const { message_id: messageId } = JSON.parse(body) as { readonly message_id: number };
    ledger.accept(phone, messageId);
    this.#wish.answered?.(tookMs);
  }

  async #ask(phone: string, extra: object): Promise<Reply | undefined> {
    const reply = await this.#post(phone, extra);
    if (reply?.status === overloaded) this.#wish.ledger.turnedAway += 1;
    return reply;
  }

  /** Undefined if the answer does not come, or not whole. */
  #post(phone: string, extra: object): Promise<Reply | undefined> {
    const { key, port } = this.#wish;
    const body = JSON.stringify({
      apiKey: key,
      phoneNumbers: `+${phone}`,
      message: `Your code is ${phone}`,
      ...extra,
    });
    const askedAt = performance.now();
    return new Promise((resolve) => {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      };
      const place = { host: '127.0.0.1', port, path: '/v1/send', method: 'POST' };
      const asked = request({ ...place, headers, agent: this.#agent }, (response) => {
        resolve(readReply(response, askedAt));
      });
      asked.on('error', () => resolve(undefined));
      asked.end(body);
    });
  }
}

async function readReply(response: IncomingMessage, askedAt: number): Promise<Reply | undefined> {
  try {
    const body = Buffer.concat(await response.toArray()).toString('utf8');
    return { status: response.statusCode ?? 0, body, tookMs: performance.now() - askedAt };
  } catch {
    return undefined;
  }
}

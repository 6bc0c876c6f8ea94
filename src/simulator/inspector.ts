/**
 * The inspector: a real HTTP receiver on loopback that keeps the last webhooks it was sent and answers as
 * it is told, also in the ways in which receivers fail.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { NewInspectedRequest } from './inspected-request.ts';
import { describeAnswer, type InspectorAnswer, wellAnswered } from './inspector-answer.ts';

export type InspectorOptions = {
  readonly clock: Clock;
  /** Called with each request once it is read, before it is answered. */
  readonly keep: (request: NewInspectedRequest) => void;
};

const host = '127.0.0.1';
const connectionsMax = 256;
/** Webhooks have some hundred octets, and a few thousand where texts are long. */
const bodyMax = 1_048_576;
/** A byte of the answer each time: an answer takes longer than any sender waits. */
const dripMs = 300;
const answerBody = '{"received":true}';

export class Inspector implements AsyncDisposable {
  readonly #options: InspectorOptions;
  readonly #server: Server;
  readonly #stopped = new AbortController();
  #answer = wellAnswered;
  /** Of the present answer. */
  #given = 0;

  static async open(options: InspectorOptions): Promise<Inspector> {
    const inspector = new Inspector(options);
    inspector.#server.listen(0, host);
    await once(inspector.#server, 'listening');
    return inspector;
  }

  private constructor(options: InspectorOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#take(request, response));
    this.#server.maxConnections = connectionsMax;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set answer(answer: InspectorAnswer) {
    if (answer.orderedAtMs === this.#answer.orderedAtMs) return;
    this.#answer = answer;
    this.#given = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    this.#stopped.abort(new Error('The inspector stops'));
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => undefined);
    const body = await readBody(request);
    // The sender has gone, or sends without end.
    if (body === undefined) return void request.destroy();
    const answer = this.#nextAnswer();
    const { clock, keep } = this.#options;
    keep({ atMs: clock.nowMs(), head: headOf(request), body, answer: describeAnswer(answer) });
    try {
      if (answer.delayMs > 0) await clock.sleep(answer.delayMs, this.#stopped.signal);
      await this.#give(answer, response, request.socket);
    } catch {
      request.socket.destroy();
    }
  }

  #nextAnswer(): InspectorAnswer {
    const { times } = this.#answer;
    if (times === null) return this.#answer;
    this.#given += 1;
    return this.#given <= times ? this.#answer : wellAnswered;
  }

  async #give(answer: InspectorAnswer, response: ServerResponse, socket: Socket): Promise<void> {
    switch (answer.fault) {
      case 'silent':
        return;
      case 'reset-before':
        socket.resetAndDestroy();
        return;
      case 'reset-inside':
        socket.write(textOf(answer).slice(0, 12), () => socket.resetAndDestroy());
        return;
      case 'reset-after':
        socket.write(textOf(answer), () => socket.resetAndDestroy());
        return;
      case 'drip':
        return this.#drip(textOf(answer), socket);
      case 'none':
        response.writeHead(answer.status, headersOf(answer)).end(answerBody);
        return;
      default:
        unreachable(answer.fault);
    }
  }

  async #drip(text: string, socket: Socket): Promise<void> {
    for (const octet of text) {
      if (!socket.writable) return;
      socket.write(octet, 'latin1');
      await this.#options.clock.sleep(dripMs, this.#stopped.signal);
    }
    socket.end();
  }
}

function headersOf({ retryAfterS, location }: InspectorAnswer): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(answerBody.length),
    ...(retryAfterS !== null && { 'Retry-After': String(retryAfterS) }),
    ...(location !== null && { Location: location }),
  };
}

/** The answer as it goes over the wire, where what goes wrong begins below Node's server. */
function textOf(answer: InspectorAnswer): string {
  const fields = Object.entries(headersOf(answer)).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = answer;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields.join('')}\r\n${answerBody}`;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let octets = 0;
  try {
    for await (const chunk of request) {
      octets += (chunk as Buffer).length;
      if (octets > bodyMax) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  let head = `${method} ${url}`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    head += `\n${rawHeaders[at]}: ${rawHeaders[at + 1]}`;
  }
  return head.replaceAll('\0', '\u{FFFD}');
}

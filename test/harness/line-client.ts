/** A page's end of a phone line: it orders, speaks frame by frame, and keeps what it is told and what it hears. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { must } from '#core/assert.ts';
import type { LineOrder, LineTold } from '#simulator/phone-line/messages.ts';
import { readSamples, writeSamples } from '#simulator/phones/phone-call.ts';
import { pause } from './pause.ts';
import { Queue } from './queue.ts';

const frameSamples = 160;
const frameMs = 20;

export class LineClient implements AsyncDisposable {
  readonly told = { caller: new Queue<LineTold>(), called: new Queue<LineTold>() };
  /** The code that the server closed it with. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #heard: Int16Array[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = once(socket, 'close').then(([code]) => code as number);
    // A socket that fails before it is open closes nothing that anybody waits for.
    this.closed.catch(() => undefined);
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#heard.push(readSamples(data as Buffer));
      else this.#keep(JSON.parse((data as Buffer).toString()) as LineTold);
    });
  }

  /** The HTTP status where it is not opened. */
  static async open(
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<LineClient | number> {
    const socket = new WebSocket(url, { headers, autoPong: true });
    const client = new LineClient(socket);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(client));
      socket.once('unexpected-response', (request, response) => {
        request.destroy();
        resolve(must(response.statusCode, 'status'));
      });
      socket.once('error', reject);
    });
  }

  /** All that was heard until now. */
  get heard(): Int16Array {
    return Int16Array.from(this.#heard.flatMap((piece) => [...piece]));
  }

  order(order: LineOrder): void {
    this.#socket.send(JSON.stringify(order));
  }

  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  /** The next thing told of a phone, which must be this; throws where the line closes before. */
  async hears(side: LineTold['side'], what: LineTold['what']): Promise<LineTold> {
    const told = await Promise.race([this.told[side].next(), this.closed]);
    if (typeof told === 'number') throw new Error(`${side} ${what} was awaited: ${told}`);
    if (told.what === what) return told;
    throw new Error(`${side} ${what} was awaited, and it was ${JSON.stringify(told)}`);
  }

  /** As a microphone brings it: a frame each 20 ms, until told to stop. */
  async speak(pcm: Int16Array, until?: AbortSignal): Promise<void> {
    const startedAtMs = performance.now();
    for (let frame = 0; frame * frameSamples < pcm.length; frame += 1) {
      if (until?.aborted === true || this.#socket.readyState !== WebSocket.OPEN) return;
      const at = frame * frameSamples;
      this.#socket.send(writeSamples(pcm.subarray(at, at + frameSamples)));
      await pause(Math.max(0, startedAtMs + (frame + 1) * frameMs - performance.now()));
    }
  }

  #keep(told: LineTold): void {
    this.told[told.side].add(told);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
    await this.closed;
  }
}

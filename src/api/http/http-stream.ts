/** A reply that goes on, in chunks: one that was cut off lacks the last of them, and its client sees that. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ReplyStream } from '#core/reply-stream.ts';
import { drained } from './reply-writer.ts';

export class HttpStream implements ReplyStream {
  readonly #response: ServerResponse;
  readonly #ended = new AbortController();

  constructor(response: ServerResponse) {
    this.#response = response;
    response.once('close', () => this.#ended.abort(new Error('The client has gone')));
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get waitingBytes(): number {
    return this.#response.writableLength;
  }

  async write(text: string): Promise<void> {
    if (text === '' || this.ended.aborted) return;
    if (!this.#response.write(text)) await drained(this.#response);
  }

  end(): void {
    if (this.ended.aborted) return;
    this.#ended.abort(new Error('The stream has ended'));
    this.#response.end();
  }

  drop(): void {
    this.#ended.abort(new Error('The stream was cut off'));
    const { socket } = this.#response;
    // Before HTTP/1.1 the end of the connection is the end of the body: only a reset says that it is none.
    if (this.#response.req.httpVersion === '1.0' && socket !== null) reset(socket);
    this.#response.destroy();
  }
}

function reset(socket: Socket): void {
  if (!('encrypted' in socket)) socket.resetAndDestroy();
}

/** A reply that goes on, on its socket: the connection ends with it, so it needs no length and no chunks. */
import type { Socket } from 'node:net';
import type { ReplyStream } from './http-message.ts';

export class SocketStream implements ReplyStream {
  readonly #socket: Socket;
  readonly #ended = new AbortController();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once('close', () => this.#ended.abort(new Error('The client has gone')));
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  write(text: string): Promise<void> {
    const socket = this.#socket;
    if (this.ended.aborted || !socket.writable || socket.write(text)) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        socket.off('drain', go);
        this.ended.removeEventListener('abort', go);
        resolve();
      };
      socket.on('drain', go);
      this.ended.addEventListener('abort', go, { once: true });
    });
  }

  end(): void {
    this.#ended.abort(new Error('The stream has ended'));
    this.#socket.destroySoon();
  }

  drop(): void {
    this.#ended.abort(new Error('The client takes nothing'));
    this.#socket.destroy();
  }
}

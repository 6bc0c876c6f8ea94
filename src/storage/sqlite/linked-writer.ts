/** The writer of another thread of this process, at the other end of a line. It speaks as a thread of one's own does. */
import { EventEmitter } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { WriterMessage, WriterReply } from './writer-connection.ts';

export class LinkedWriter extends EventEmitter {
  readonly #link: MessagePort;

  constructor(link: MessagePort) {
    super();
    this.#link = link;
    link.on('message', (reply: WriterReply) => this.emit('message', reply));
    // By this thread, or because the writer has ended.
    link.once('close', () => this.emit('exit', 0));
  }

  postMessage(message: WriterMessage): void {
    if (message === 'close') this.#link.close();
    else this.#link.postMessage(message);
  }

  terminate(): Promise<void> {
    this.#link.close();
    return Promise.resolve();
  }
}

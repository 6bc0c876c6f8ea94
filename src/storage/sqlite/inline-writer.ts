/**
 * A writer in the thread of its caller, for commands and tests: nothing else runs meanwhile that an fsync could
 * stall, and a thread takes 130 ms to start. It speaks as a thread does, so that the client has one way of writing.
 */
import { EventEmitter } from 'node:events';
import {
  type WriterCall,
  WriterConnection,
  type WriterData,
  type WriterMessage,
  type WriterReply,
} from './writer-connection.ts';

export class InlineWriter extends EventEmitter {
  readonly #connection: WriterConnection;

  /** Throws `StorageRefused` or `StorageUnavailable`. */
  constructor(data: WriterData) {
    super();
    this.#connection = new WriterConnection(data);
  }

  postMessage(message: WriterMessage): void {
    if (message === 'close') {
      this.#connection.close();
      this.emit('exit', 0);
      return;
    }
    // A command has no other threads.
    if (typeof message !== 'string') return;
    const results = this.#connection.transact(JSON.parse(message) as readonly WriterCall[]);
    // As from a thread: after the caller has returned.
    setImmediate(() => this.emit('message', { results } satisfies WriterReply));
  }

  terminate(): Promise<void> {
    this.emit('exit', 1);
    return Promise.resolve();
  }
}

/**
 * The writer thread: its connection is the one that writes, so that an fsync never stalls an event loop. All threads
 * of the process write through it, each by a line of its own.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import {
  type WriterCall,
  WriterConnection,
  type WriterData,
  type WriterMessage,
  type WriterReply,
} from './writer-connection.ts';

const owner = must(parentPort, 'main thread');
const connection = new WriterConnection(workerData as WriterData);

owner.on('message', (message: WriterMessage) => {
  if (message === 'close') {
    connection.close();
    owner.close();
    return;
  }
  if (typeof message === 'string') transact(owner, message);
  else serve(message.client);
});
owner.postMessage({ ready: true } satisfies WriterReply);

/** A line that is open keeps the thread alive no longer than its owner does. */
function serve(client: MessagePort): void {
  client.on('message', (message: string) => transact(client, message));
  client.unref();
}

function transact(client: MessagePort, message: string): void {
  const calls = JSON.parse(message) as readonly WriterCall[];
  client.postMessage({ results: connection.transact(calls) } satisfies WriterReply);
}

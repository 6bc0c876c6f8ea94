/** The writer thread: its connection is the one that writes, so that an fsync never stalls the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import {
  type WriterCall,
  WriterConnection,
  type WriterData,
  type WriterReply,
} from './writer-connection.ts';

const port = must(parentPort, 'main thread');
const connection = new WriterConnection(workerData as WriterData);

port.on('message', (message: string) => {
  if (message === 'close') {
    connection.close();
    port.close();
    return;
  }
  const calls = JSON.parse(message) as readonly WriterCall[];
  port.postMessage({ results: connection.transact(calls) } satisfies WriterReply);
});
port.postMessage({ ready: true } satisfies WriterReply);

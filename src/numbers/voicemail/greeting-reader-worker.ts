/** The thread that converts greetings. */
import { parentPort } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { type ReadGreeting, readGreeting } from './greeting.ts';

const port = must(parentPort, 'main thread');

port.on('message', (file: Uint8Array) => {
  port.postMessage(readGreeting(Buffer.from(file)) satisfies ReadGreeting);
});
port.postMessage('');

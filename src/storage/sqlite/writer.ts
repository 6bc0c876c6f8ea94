/**
 * The writer thread: its connection is the one that writes, so that an fsync never stalls an event loop. All threads
 * of the process write through it, each by a line of its own. What has come from all of them while a transaction ran is
 * in the next one: it needs one fsync, and none of them waits for the other.
 */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
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

/** Of one transaction, by the line that they came from. */
type Come = { readonly line: MessagePort; readonly calls: readonly WriterCall[] };

const lines: MessagePort[] = [];
let isClosing = false;

serve(owner);
owner.postMessage({ ready: true } satisfies WriterReply);

function serve(line: MessagePort): void {
  lines.push(line);
  line.on('message', (message: WriterMessage) => transact(line, message));
  line.once('close', () => void lines.splice(lines.indexOf(line), 1));
  // A line that is open keeps the thread alive no longer than its owner does.
  if (line !== owner) line.unref();
}

function transact(line: MessagePort, message: WriterMessage): void {
  const come = [...take(line, message), ...lines.flatMap(takeWaiting)];
  if (come.length > 0) answer(come);
  if (isClosing) close();
}

function answer(come: readonly Come[]): void {
  const results = connection.transact(come.flatMap(({ calls }) => calls));
  let at = 0;
  for (const { line, calls } of come) {
    line.postMessage({ results: results.slice(at, at + calls.length) } satisfies WriterReply);
    at += calls.length;
  }
}

/** What a line holds by now. */
function takeWaiting(line: MessagePort): readonly Come[] {
  const come: Come[] = [];
  for (let held = receiveMessageOnPort(line); held !== undefined; held = receiveMessageOnPort(line))
    come.push(...take(line, held.message as WriterMessage));
  return come;
}

function take(line: MessagePort, message: WriterMessage): readonly Come[] {
  if (typeof message === 'object') serve(message.client);
  else if (message === 'close') isClosing = true;
  else return [{ line, calls: JSON.parse(message) as readonly WriterCall[] }];
  return [];
}

function close(): void {
  connection.close();
  owner.close();
}

/**
 * A receiver in a process of its own: it answers 200 and notes when each webhook came, at `/slow` after
 * 50 ms and without a note. A second port takes connections and never says a word.
 */
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Ids of messages, and when they came. */
let arrivals: [msgId: string, atMs: number][] = [];
const slowMs = 50;

const answering = createHttp((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ arrivals }));
    arrivals = [];
    return;
  }
  void take(request, response);
});
answering.keepAliveTimeout = 60_000;
const silent = createServer((socket) => socket.on('error', () => socket.destroy()).resume());

answering.listen(0, '127.0.0.1', () => {
  silent.listen(0, '127.0.0.1', () => {
    const [open, mute] = [answering, silent].map(
      (server) => (server.address() as AddressInfo).port,
    );
    process.stdout.write(`listening ${open} ${mute}\n`);
  });
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { msgId } = JSON.parse(await text(request)) as { readonly msgId: string };
  const answer = (): void => {
    response.writeHead(200, { 'Content-Length': '0' }).end();
  };
  if (request.url === '/slow') {
    setTimeout(answer, slowMs);
    return;
  }
  if (request.url !== '/bare') arrivals.push([msgId, performance.timeOrigin + performance.now()]);
  answer();
}

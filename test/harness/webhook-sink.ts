/** A client's receiver: takes every webhook, answers as it is told, and remembers bytes and headers. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export interface WebhookSink extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status of answers from now on; 200 to begin with. */
  answer: number;
  /** Its body; empty to begin with. */
  answerBody: string;
  /** Waits until so many webhooks that fit have come. */
  until(count: number, fits?: (received: Received) => boolean): Promise<readonly Received[]>;
}

export async function openWebhookSink(): Promise<WebhookSink> {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      });
      response.writeHead(sink.answer).end(sink.answerBody);
      arrivals.emit('webhook');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sink: WebhookSink = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: 200,
    answerBody: '',
    async until(count, fits = () => true) {
      for (;;) {
        const fitting = received.filter((each) => fits(each));
        if (fitting.length >= count) return fitting;
        await once(arrivals, 'webhook');
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return sink;
}

/** WebSockets (RFC 6455) on the sockets of the API: the request is a request like any other until it is let in. */
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { ignored } from '#core/boundary.ts';
import type { HttpReply, RequestHead } from './http-message.ts';

/** The longest message of our pages has a tenth of it. */
const messageBytesMax = 4_096;

const server = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  // Frames of sound do not become smaller.
  perMessageDeflate: false,
  maxPayload: messageBytesMax,
});
server.on('headers', (lines, request) => {
  lines.push(`X-Request-Id: ${(request as unknown as RequestHead).id}`);
});

/** RFC 6455 §4.2.1: a GET with an upgrade, a key of 16 octets and version 13. */
export function asksForWebSocket({
  method,
  headers,
}: Pick<RequestHead, 'method' | 'headers'>): boolean {
  return (
    method === 'GET' &&
    headers['upgrade']?.toLowerCase() === 'websocket' &&
    /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(headers['connection'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/\dA-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  );
}

/** `opened` has the WebSocket to itself; it is told to go when the server closes. */
export function openWebSocket(request: RequestHead, opened: (line: WebSocket) => void): HttpReply {
  return {
    status: 101,
    headers: [],
    body: '',
    takeOver: (socket, ahead) => {
      let line: WebSocket | undefined;
      // All that it reads of a request are method and headers.
      server.handleUpgrade(request as unknown as IncomingMessage, socket, ahead, (made) => {
        line = made;
        // `close` follows. A frame that nobody can read fails a socket that was turned away, too.
        made.on('error', ignored);
        opened(made);
      });
      return () => line?.close(1_001);
    },
  };
}

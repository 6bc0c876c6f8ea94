/** The HTTP port: the interface, its older forms, the pages, and the handshake of WebSockets. */
import { latin1 } from '../engine/target.ts';
import type { Driver } from './driver.ts';
import { exchange } from './tcp.ts';
import type { World } from './world.ts';

/** A request that is not whole is waited for by nobody here. */
const patienceMs = 40;

const upgrade =
  'GET /api/accounts/1/operations/simulator-call HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://a\r\n\r\n\x81\x85abcd00000';

export const http: Driver = {
  name: 'http',
  protocol: 'http',
  lanes: 96,
  inputs: ({ keys }) => ({
    like: [],
    sources: 'src/api/{http,access,parameters}',
    seeds: seeds(keys.test),
  }),
  turn: async ({ ports }, feed) => {
    await exchange({ port: ports.http, from: feed.stranger(), patienceMs }, feed.next(), isAnswer);
    feed.took(1);
  },
  probe: isHealthy,
};

export async function isHealthy({ ports }: World): Promise<boolean> {
  const [question] = latin1(
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  const answer = await exchange(
    { port: ports.http, patienceMs: 10_000 },
    question ?? Buffer.alloc(0),
  );
  return answer.toString('latin1', 0, 12) === 'HTTP/1.1 200';
}

function isAnswer(heard: Buffer): boolean {
  return heard.indexOf('\r\n\r\n') >= 0;
}

function seeds(key: string): readonly Buffer[] {
  const json = `{"apiKey":"${key}","phoneNumbers":"+33639980001","message":"Hello"}`;
  const form = `apiKey=${key}&to[]=%2B33639980001&message=a+b&_format=xml`;
  const xml = `<?xml version="1.0"?><r><apiKey>${key}</apiKey><message>x</message></r>`;
  return latin1(
    `POST /v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${withLength(json)}`,
    `POST /v1/send HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\n${withLength(form)}`,
    `POST /v1/send HTTP/1.0\r\nContent-Type: text/xml\r\n${withLength(xml)}`,
    `POST /v1/send HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\n{"a":\r\n2\r\n1}\r\n0\r\nX: y\r\n\r\n`,
    `GET http://a:80/v1/account?apiKey=${key} HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nCookie: session=x\r\nX-Forwarded-For: 1.2.3.4, 5.6.7.8\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: "x"\r\nAccept-Encoding: gzip, br\r\nAccept-Language: fr;q=0.9\r\nRange: bytes=0-9\r\n\r\n',
    `GET /cgi-bin/sendsms?username=a&password=b&to=1&text=%E9&coding=2&udh=%05 HTTP/1.1\r\nHost: a\r\n\r\n`,
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\nHEAD /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    `POST /dashboard/sign-in HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nContent-Type: application/json\r\n${withLength('{"email":"a@b.example","password":"x"}')}`,
    `GET /c/aaaa/bbbb/cccc HTTP/1.1\r\nHost: a\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /v1/events/stream?apiKey=${key} HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 0\r\n\r\n`,
    upgrade,
  );
}

function withLength(body: string): string {
  return `Content-Length: ${body.length}\r\n\r\n${body}`;
}

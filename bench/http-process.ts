/**
 * One server of `http` in a process of its own, which the name in its first argument picks: its CPU is nobody else's.
 * It tells its port once it listens, and answers each message with the CPU that it has used so far.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpReply, Site } from '#api/http/http-message.ts';
import { HttpServer } from '#api/http/http-server.ts';
import { interfaceHeaders } from '#api/http/surface-headers.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { Millionths } from '#core/money.ts';
import { openApiWorld } from '#test/harness/api-world.ts';

/** As long as the reply to a send. */
const json =
  '{"success":true,"code":200,"messageId":307,"cost":"0.038","currency":"EUR","parts":1,"scheduled":null}';

/** Each answers its port. */
const servers: Readonly<Record<string, () => Promise<number>>> = {
  bare: serveBare,
  server: serveSite,
  interface: serveInterface,
};

/** The least that anybody's server on node:http does. */
async function serveBare(): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': json.length };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (octets: Buffer) => pieces.push(octets));
    request.on('end', () => response.writeHead(200, headers).end(json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ours, with nothing behind it. */
async function serveSite(): Promise<number> {
  const headers = [...interfaceHeaders, 'Content-Type', 'application/json'];
  const reply: HttpReply = { status: 200, headers, body: json };
  const site: Site = {
    admit: () => undefined,
    bodyBytesMax: () => 1_048_576,
    answer: async () => reply,
    refuse: () => reply,
  };
  const addresses = [{ host: '127.0.0.1', port: 0 }];
  const server = await HttpServer.listen({
    addresses,
    site,
    clock: systemClock,
    everyHeaders: [],
  });
  return server.addresses[0]?.port ?? 0;
}

/** The whole interface as the program opens it; what stands behind its commands answers from memory. */
async function serveInterface(): Promise<number> {
  const sent = {
    messageId: 307,
    parts: 1,
    cost: 38_000 as Millionths,
    currency: 'EUR',
    scheduledAtMs: null,
    deferredUntilMs: null,
    held: false,
  };
  const { port } = await openApiWorld({
    clock: systemClock,
    log: openLog('info', () => undefined),
    send: async () => ({ ok: true, sent }),
  });
  return port;
}

const port = await servers[process.argv[2] ?? '']?.();
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());
process.send?.(port);

/**
 * `http`: the CPU that a request costs the server, ours beside a bare node:http in the same run. The client writes
 * octets that are prepared, and counts those that come: what it costs is no part of the figures.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { must } from '#core/assert.ts';
import { liveKey } from '#test/harness/api-world.ts';
import type { BenchOptions } from './options.ts';

/** Each is measured in turn in every round: what others do to the machine meets all alike. */
const rounds = 5;

const send = JSON.stringify({
  apiKey: liveKey,
  phoneNumbers: '+33612345678',
  message: 'Your code is 123456. It is good for ten minutes.',
});

const fields = [
  'Host: 127.0.0.1:8080',
  'User-Agent: bench/1.0',
  'Accept: application/json',
  'Accept-Encoding: gzip, deflate',
  'Connection: keep-alive',
];
const get = request('GET /v1/me', [`X-Api-Key: ${liveKey}`]);
const length = `Content-Length: ${Buffer.byteLength(send)}`;
const post = request('POST /v1/send', ['Content-Type: application/json', length], send);

function request(line: string, more: readonly string[], body = ''): Buffer {
  return Buffer.from([`${line} HTTP/1.1`, ...fields, ...more, '', body].join('\r\n'));
}

const cells: readonly { readonly name: string; readonly server: string; readonly asks: Buffer }[] =
  [
    { name: 'bare node:http, GET', server: 'bare', asks: get },
    { name: 'our server, GET', server: 'server', asks: get },
    { name: 'interface, GET /v1/me', server: 'interface', asks: get },
    { name: 'bare node:http, POST', server: 'bare', asks: post },
    { name: 'our server, POST', server: 'server', asks: post },
    { name: 'interface, POST /v1/send', server: 'interface', asks: post },
  ];

export async function runHttp({ n, warmUp, connections }: BenchOptions): Promise<boolean> {
  const opened = new Map<string, Promise<BenchServer>>();
  try {
    for (const { server } of cells) if (!opened.has(server)) opened.set(server, start(server));
    const servers = await Promise.all(
      cells.map(async ({ server }) => must(await opened.get(server), server)),
    );
    const figures: number[][] = cells.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      const count = round === 0 ? warmUp : Math.ceil(n / rounds);
      for (const [place, { asks }] of cells.entries()) {
        const server = must(servers[place], 'server');
        const each = await measure(server, asks, count, connections);
        if (round > 0) figures[place]?.push(each);
      }
    }
    process.stdout.write(table(figures));
    return true;
  } finally {
    for (const server of opened.values()) (await server).child.disconnect();
  }
}

function table(figures: readonly (readonly number[])[]): string {
  const lines = cells.map(({ name }, place) => {
    const sorted = (figures[place] ?? []).toSorted((a, b) => a - b);
    const of = (share: number) => (sorted[Math.round(share * (sorted.length - 1))] ?? 0).toFixed(1);
    return `${name.padEnd(26)} ${of(0.5).padStart(6)} µs CPU a request (${of(0)} to ${of(1)})\n`;
  });
  return `Medians of ${rounds} rounds (lowest to highest)\n${lines.join('')}`;
}

type BenchServer = { readonly child: ChildProcess; readonly port: number };

async function start(name: string): Promise<BenchServer> {
  const child = fork(new URL('./http-process.ts', import.meta.url), [name]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

/** Microseconds of CPU that a request took, in all threads of the server. */
async function measure(
  { child, port }: BenchServer,
  asks: Buffer,
  count: number,
  connections: number,
): Promise<number> {
  const before = await cpuMicroseconds(child);
  const each = Math.ceil(count / connections);
  await Promise.all(Array.from({ length: connections }, () => ask(port, asks, each)));
  return ((await cpuMicroseconds(child)) - before) / (each * connections);
}

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return user + system;
}

/** One request after another on one connection; all replies are as long as the first. */
async function ask(port: number, asks: Buffer, count: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const replyBytes = await readFirst(socket, asks);
  let left = count - 1;
  let owed = replyBytes;
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (octets: Buffer) => {
      owed -= octets.length;
      if (owed < 0) reject(new Error('A reply was longer than the first'));
      if (owed !== 0) return;
      left -= 1;
      owed = replyBytes;
      if (left > 0) socket.write(asks);
      else resolve();
    });
    socket.on('close', () => reject(new Error('The server has closed the connection')));
    socket.write(asks);
  });
  socket.destroy();
}

async function readFirst(socket: Socket, asks: Buffer): Promise<number> {
  socket.write(asks);
  let text = '';
  for (;;) {
    const [octets] = (await once(socket, 'data')) as [Buffer];
    text += octets.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) continue;
    if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(text);
    const whole =
      end + 4 + Number(/^content-length: (?<bytes>\d+)/im.exec(text)?.groups?.['bytes']);
    if (text.length >= whole) return whole;
  }
}

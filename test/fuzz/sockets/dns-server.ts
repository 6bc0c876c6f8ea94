/** A hostile name server: it answers every question, and a driver bends what it says. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import type { Feed } from './feed.ts';

const headerBytes = 12;
const mxType = 15;
const addressType = 1;
/** From 127.64.0.0 on. */
const hosts = 65_536;
/** Where all is bent no mail would ever reach the mail server. */
const goodEach = 3;

export class HostileNameServer implements AsyncDisposable {
  readonly #socket: Socket;
  feed: Feed | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open(): Promise<HostileNameServer> {
    const socket = createSocket('udp4');
    const server = new HostileNameServer(socket);
    socket.on('message', (query, from) => {
      socket.send(server.#answer(query), from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
  }

  /** A bent answer keeps the id and the question, without which it would be dropped unread. */
  #answer(query: Buffer): Buffer {
    const good = answerTo(query);
    const { feed } = this;
    if (feed?.isDue !== true || feed.random.below(goodEach) === 0) return good;
    const question = query.subarray(
      0,
      good.indexOf(query.subarray(headerBytes)) + query.length - headerBytes,
    );
    const bent = feed.next();
    feed.took(1);
    const counts = Buffer.concat([
      query.subarray(0, 2),
      Buffer.of(0x81, 0x80, 0, 1),
      bent.subarray(0, 6),
    ]);
    return Buffer.concat([
      counts,
      Buffer.alloc(Math.max(0, headerBytes - counts.length)),
      question.subarray(headerBytes),
      bent.subarray(6),
    ]).subarray(0, 4_000);
  }
}

/** RFC 1035 §4.1: MX is the name itself, A one of thousands of hosts of loopback, each with limits of its own; nothing else is there. */
export function answerTo(query: Buffer): Buffer {
  let end = headerBytes;
  while (end < query.length && query[end] !== 0) end += 1 + (query[end] ?? 0);
  const question = query.subarray(0, Math.min(end + 5, query.length));
  const type = question.length >= end + 5 ? query.readUInt16BE(end + 1) : 0;
  const host = crc32(question.subarray(headerBytes, -4)) % hosts;
  const records: Readonly<Record<number, string>> = {
    [mxType]: 'c00c000f00010000001e0004000ac00c',
    [addressType]: `c00c000100010000001e00047f40${host.toString(16).padStart(4, '0')}`,
  };
  const record = Buffer.from(records[type] ?? '', 'hex');
  const head = Buffer.from([0x81, 0x80, 0, 1, 0, record.length > 0 ? 1 : 0, 0, 0, 0, 0]);
  return Buffer.concat([query.subarray(0, 2), head, question.subarray(headerBytes), record]);
}

/** A hostile name server, by UDP and by TCP: it answers every question, and a driver bends what it says. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { goodAnswer, recordsSaying, reply } from './dns-messages.ts';
import type { Feed } from './feed.ts';

/** The first octet of an input whose records are raw; others are the lines that well-formed records say. */
export const rawMark = 0;
/** Where all is bent no mail would ever reach the mail server. */
const goodEach = 3;
/** Most heads say that all is well, or no record would be read. */
const badHeadEach = 16;
const datagramBytesMax = 4_000;
const silentMs = 10_000;

export class HostileNameServer implements AsyncDisposable {
  readonly #udp: UdpSocket;
  readonly #tcp: Server;
  feed: Feed | undefined;

  private constructor(udp: UdpSocket, tcp: Server) {
    this.#udp = udp;
    this.#tcp = tcp;
    udp.on('message', (query, from) => {
      udp.send(this.#answer(query).subarray(0, datagramBytesMax), from.port, from.address);
    });
    tcp.on('connection', (socket) => this.#serve(socket));
  }

  static async open(): Promise<HostileNameServer> {
    const tcp = createServer().listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const udp = createSocket('udp4').bind((tcp.address() as AddressInfo).port, '127.0.0.1');
    await once(udp, 'listening');
    return new HostileNameServer(udp, tcp);
  }

  get port(): number {
    return this.#udp.address().port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#udp.close();
    this.#tcp.close();
  }

  /** RFC 1035 §4.2.2: two octets say how long a message is. Questions are short, and come in one piece. */
  #serve(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.on('data', (read: Buffer) => {
      for (let at = 0; at + 2 < read.length; at += 2 + read.readUInt16BE(at)) {
        const query = read.subarray(at + 2, at + 2 + read.readUInt16BE(at));
        const answer = this.#answer(query);
        socket.write(Buffer.concat([Buffer.of(answer.length >> 8, answer.length & 255), answer]));
      }
    });
  }

  #answer(query: Buffer): Buffer {
    const { feed } = this;
    if (feed?.isDue !== true || feed.random.below(goodEach) === 0) return goodAnswer(query);
    const bent = feed.next();
    feed.took(1);
    const said = bent.subarray(1);
    return reply(query, flagsOf(feed), bent[0] === rawMark ? said : recordsSaying(query, said));
  }
}

/** RFC 1035 §4.1.1: all is well; at times it is cut off, which has it asked again by TCP, or has any code. */
function flagsOf({ random }: Feed): Buffer {
  const isBad = random.below(badHeadEach) === 0;
  const cutOff = isBad && random.below(2) === 0 ? 0x02 : 0;
  const code = isBad && cutOff === 0 ? random.below(16) : 0;
  return Buffer.of(0x81 | cutOff, 0x80 | code);
}

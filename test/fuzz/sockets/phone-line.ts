/** A phone line of a page: octets behind the handshake of a WebSocket (RFC 6455), and orders and sound in its frames. */
import { must } from '#core/assert.ts';
import { number } from '#test/harness/call-world.ts';
import { latin1 } from '../engine/target.ts';
import type { Driver } from './driver.ts';
import type { Feed } from './feed.ts';
import { exchange } from './tcp.ts';
import { type Line, lineAccounts, type World } from './world.ts';

const patienceMs = 1_000;
const perTurn = 6;
/** As many lines as an account may have at a time. */
const ofAccount = 2;
/** RFC 6455 section 5.2, each with the bit of a last frame. */
const opcodes = { text: 0x81, binary: 0x82, close: 0x88 } as const;
/** What a line hears while all places of its account are taken: code 4429 (`lineEnd`). */
const tooManyLines = Buffer.from([opcodes.close, 16, 0x11, 0x4d]);
const goodbye = frame('close', Buffer.from([0x03, 0xe8]));

const seeds = latin1(
  '\x81\x85abcd00000',
  '\x01\x82abcd00\x80\x82abcd00',
  '\x89\x84abcd0000\x8a\x80abcd\x88\x82abcdb9',
  '\x82\xfe\x02\x80abcd',
  '\x81\xff\x00\x00\x00\x00\x00\x00\x10\x01abcd',
  `{"do":"call","from":"","to":"${number}"}`,
  '{"do":"answer"}',
  '{"do":"decline"}',
  '{"do":"hang up","side":"called"}',
  '{"do":"take","side":"caller"}',
  '{"do":"press","key":"#"}',
  '{"do":"speak sample","language":"fr"}',
);

export const phoneLine: Driver = {
  name: 'phone-line',
  protocol: 'http',
  lanes: ofAccount * lineAccounts,
  inputs: () => ({ like: [], sources: 'src/simulator/phone-line', seeds }),
  turn: async (world, feed, lane) => {
    const line = must(world.lines[lane % lineAccounts], 'line');
    const octets = Buffer.concat([orders(feed, line), goodbye]);
    const heard = await speak({ world, line, from: feed.stranger() }, octets);
    // The first order that is not understood ends the line.
    if (isOpen(heard) && !heard.includes(tooManyLines)) feed.took(1);
  },
  probe: async (world) => {
    const line = must(world.lines[0], 'line');
    return isOpen(await speak({ world, line, from: '127.0.0.1' }, goodbye));
  },
};

/** Raw octets, orders without a call and in one, or the sound of one. */
function orders(feed: Feed, { number: own }: Line): Buffer {
  const kind = feed.random.below(4);
  if (kind === 0) return feed.next();
  const framed = feed.some(perTurn, (order) => frame(kind === 3 ? 'binary' : 'text', order));
  const call = `{"do":"call","from":"33639980007","to":"${own}"}`;
  return Buffer.concat(kind === 1 ? framed : [frame('text', Buffer.from(call)), ...framed]);
}

/** A client masks what it sends (section 5.3), here with a mask that leaves the octets as they are. */
function frame(opcode: keyof typeof opcodes, payload: Buffer): Buffer {
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = opcodes[opcode];
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

type Speaker = { readonly world: World; readonly line: Line; readonly from: string };

/** Octets go out once the line is open: before, they are those of a socket that nobody has let in. */
function speak({ world: { ports }, line, from }: Speaker, octets: Buffer): Promise<Buffer> {
  const place = `localhost:${ports.http}`;
  const head = [
    `GET ${line.path} HTTP/1.1`,
    `Host: ${place}`,
    `Origin: http://${place}`,
    `Cookie: ${line.cookie}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  const handshake = Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
  const later = { isReady: isOpen, octets };
  return exchange({ port: ports.http, from, patienceMs, later }, handshake);
}

function isOpen(heard: Buffer): boolean {
  return heard.indexOf('HTTP/1.1 101') === 0 && heard.includes('\r\n\r\n');
}

/** Answers of a name server in octets (RFC 1035 §4.1). */
import { crc32 } from 'node:zlib';

const headerBytes = 12;
const types = { a: 1, cname: 5, ptr: 12, mx: 15, txt: 16, aaaa: 28 } as const;
type RecordType = keyof typeof types;

const labelBytesMax = 63;
const nameBytesMax = 250;
const stringBytesMax = 255;
const recordsMax = 100;
/** From 127.64.0.0 on. */
const hosts = 65_536;

/** MX is the name itself, A one of thousands of hosts of loopback, each with limits of its own; nothing else is there. */
export function goodAnswer(query: Buffer): Buffer {
  const host = crc32(query.subarray(headerBytes)) % hosts;
  const records: Partial<Record<RecordType, Buffer>> = {
    mx: record('mx', Buffer.of(0, 10, 0xc0, headerBytes)),
    a: record('a', Buffer.of(127, 64, host >> 8, host & 255)),
  };
  const found = records[typeOf(query) ?? 'txt'];
  return reply(query, Buffer.of(0x81, 0x80), recordsOf(found === undefined ? [] : [found]));
}

/** With the id and the question, without which it would be dropped unread; `tail` is what `recordsOf` makes. */
export function reply(query: Buffer, flags: Buffer, tail: Buffer): Buffer {
  const counts = Buffer.alloc(6);
  tail.copy(counts);
  const question = query.subarray(headerBytes);
  return Buffer.concat([
    query.subarray(0, 2),
    flags,
    Buffer.of(0, 1),
    counts,
    question,
    tail.subarray(6),
  ]);
}

/** The counts of the head, and the records. */
export function recordsOf(records: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(0, records.length, 0, 0, 0, 0), ...records]);
}

/** Of the name that was asked for, for 30 s. */
export function record(type: RecordType, data: Buffer): Buffer {
  const head = Buffer.from('c00c000000010000001e0000', 'hex');
  head.writeUInt16BE(types[type], 2);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** Well-formed records of the type that was asked for, which say what the lines say. */
export function recordsSaying(query: Buffer, lines: Buffer): Buffer {
  const type = typeOf(query) ?? 'txt';
  const texts = lines.toString('latin1').split('\n').slice(0, recordsMax);
  return recordsOf(texts.map((text) => record(type, dataOf(type, Buffer.from(text, 'latin1')))));
}

function dataOf(type: RecordType, octets: Buffer): Buffer {
  if (type === 'txt') return labels(octets, stringBytesMax);
  if (type === 'a' || type === 'aaaa') return sized(octets, type === 'a' ? 4 : 16);
  if (type === 'mx') return Buffer.concat([sized(octets, 2), nameOf(octets.subarray(2))]);
  return nameOf(octets);
}

function sized(octets: Buffer, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes);
  octets.copy(whole);
  return whole;
}

function nameOf(octets: Buffer): Buffer {
  const words = octets.toString('latin1', 0, nameBytesMax / 2).split('.');
  const named = words.map((word) => labels(Buffer.from(word, 'latin1'), labelBytesMax));
  return Buffer.concat([...named.filter(({ length }) => length > 1), Buffer.of(0)]);
}

/** Each piece with its length in front; of no octets an empty one. */
function labels(octets: Buffer, bytesMax: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at === 0 || at < octets.length; at += bytesMax) {
    const piece = octets.subarray(at, at + bytesMax);
    pieces.push(Buffer.of(piece.length), piece);
  }
  return Buffer.concat(pieces);
}

function typeOf(query: Buffer): RecordType | undefined {
  const asked = query.length > headerBytes + 4 ? query.readUInt16BE(query.length - 4) : 0;
  return (Object.keys(types) as RecordType[]).find((type) => types[type] === asked);
}

/** A name server on loopback that answers from a table, or fails as it is told. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { unreachable } from '#core/assert.ts';
import { parseIpAddress } from '#core/ip-address.ts';

export type ZoneRecords = {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly (readonly [preference: number, exchange: string])[];
  /** A text, or the strings of one record. */
  readonly TXT?: readonly (string | readonly string[])[];
  readonly CNAME?: readonly string[];
  readonly PTR?: readonly string[];
  readonly SRV?: readonly (readonly [
    priority: number,
    weight: number,
    port: number,
    target: string,
  ])[];
};

/** `silence` answers nothing. */
type Failure = 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silence';

/** By name in lower case; a name that is not there is NXDOMAIN. */
export type Zone = Record<string, ZoneRecords | Failure>;

type RecordType = keyof ZoneRecords;

// RFC 1035 §3.2.2 and §4.1.1, RFC 3596, RFC 2782.
const typeNumbers: Readonly<Record<RecordType, number>> = {
  A: 1,
  CNAME: 5,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
};
const responseCodes = { none: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

const headerBytes = 12;
const classInternet = 1;
const ttlS = 30;
const followedMax = 8;
const stringOctetsMax = 255;

export class NameServer implements AsyncDisposable {
  /** May be changed at any time. */
  readonly zone: Zone;
  /** Each question as it came: `MX example.com`. */
  readonly asked: string[] = [];
  readonly #socket: Socket;

  static async open(zone: Zone = {}): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(zone, socket);
    socket.on('message', (query: Buffer, from: RemoteInfo) => {
      const answer = server.#answer(query);
      if (answer !== undefined) socket.send(answer, from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  private constructor(zone: Zone, socket: Socket) {
    this.zone = zone;
    this.#socket = socket;
  }

  /** As PARLEY_DNS and `openDns` take it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #answer(query: Buffer): Buffer | undefined {
    const { name, end } = readName(query);
    const typeNumber = query.readUInt16BE(end);
    const type = (Object.keys(typeNumbers) as RecordType[]).find(
      (known) => typeNumbers[known] === typeNumber,
    );
    this.asked.push(`${type ?? typeNumber} ${name}`);
    const held = this.zone[name] ?? 'NXDOMAIN';
    if (held === 'silence') return undefined;
    const question = query.subarray(0, end + 4);
    if (typeof held === 'string') return answerTo(question, responseCodes[held], []);
    return answerTo(question, responseCodes.none, type === undefined ? [] : this.#find(name, type));
  }

  /** As a resolver answers that asks on behalf of others: an alias, and what its target has. */
  #find(name: string, type: RecordType, followed = 0): Buffer[] {
    const held = this.zone[name];
    if (held === undefined || typeof held === 'string' || followed > followedMax) return [];
    const found = dataOf(held, type).map((data) => recordOf(name, type, data));
    const alias = held.CNAME?.[0];
    if (found.length > 0 || alias === undefined) return found;
    const aliasRecord = recordOf(name, 'CNAME', writeName(alias));
    return [aliasRecord, ...this.#find(alias.toLowerCase(), type, followed + 1)];
  }
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function writeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  const written = labels.map((label) =>
    Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'latin1')]),
  );
  return Buffer.concat([...written, Buffer.of(0)]);
}

function dataOf(held: ZoneRecords, type: RecordType): Buffer[] {
  switch (type) {
    case 'A':
    case 'AAAA':
      return (held[type] ?? []).map(writeAddress);
    case 'CNAME':
    case 'PTR':
      return (held[type] ?? []).map(writeName);
    case 'MX':
      return (held.MX ?? []).map(([preference, exchange]) =>
        Buffer.concat([numbers(preference), writeName(exchange)]),
      );
    case 'TXT':
      return (held.TXT ?? []).map(writeStrings);
    case 'SRV':
      return (held.SRV ?? []).map(([priority, weight, port, target]) =>
        Buffer.concat([numbers(priority, weight, port), writeName(target)]),
      );
    default:
      return unreachable(type);
  }
}

function writeAddress(text: string): Buffer {
  const address = parseIpAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  const digits = address.family === 4 ? 8 : 32;
  return Buffer.from(address.bits.toString(16).padStart(digits, '0'), 'hex');
}

/** A text longer than a string can hold becomes several, as in any zone file. */
function writeStrings(record: string | readonly string[]): Buffer {
  const strings =
    typeof record === 'string' ? cut(Buffer.from(record)) : record.map((text) => Buffer.from(text));
  return Buffer.concat(strings.flatMap((string) => [Buffer.of(string.length), string]));
}

function cut(text: Buffer): Buffer[] {
  const strings = [text.subarray(0, stringOctetsMax)];
  for (let at = stringOctetsMax; at < text.length; at += stringOctetsMax) {
    strings.push(text.subarray(at, at + stringOctetsMax));
  }
  return strings;
}

function numbers(...values: readonly number[]): Buffer {
  const written = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) written.writeUInt16BE(value, 2 * at);
  return written;
}

function recordOf(name: string, type: RecordType, data: Buffer): Buffer {
  const ttl = Buffer.alloc(4);
  ttl.writeUInt32BE(ttlS);
  const head = numbers(typeNumbers[type], classInternet);
  return Buffer.concat([writeName(name), head, ttl, numbers(data.length), data]);
}

/** RFC 1035 §4.1: the header with its counts, the question again, then the records. */
function answerTo(question: Buffer, code: number, records: readonly Buffer[]): Buffer {
  const flags = 0x8180 | code;
  const header = numbers(question.readUInt16BE(0), flags, 1, records.length, 0, 0);
  return Buffer.concat([header, question.subarray(headerBytes), ...records]);
}

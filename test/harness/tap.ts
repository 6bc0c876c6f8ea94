/** A wire between clients and a server that keeps every octet, and writes them down as packets. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

type Segment = {
  /** Counted from 0, as they came. */
  readonly connection: number;
  readonly toServer: boolean;
  readonly octets: Buffer;
};

export interface Tap extends AsyncDisposable {
  readonly port: number;
  /** Writes what has passed as a capture of TCP connections to this port of the server. */
  writeCapture(file: string, serverPort: number): Promise<void>;
}

export async function openTap(to: { readonly port: number }): Promise<Tap> {
  const segments: Segment[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const connection = connections++;
    const target = connect({ port: to.port, host: '127.0.0.1', allowHalfOpen: true });
    const keep = (toServer: boolean) =>
      async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const octets of source) {
          segments.push({ connection, toServer, octets });
          yield octets;
        }
      };
    for (const socket of [client, target]) sockets.add(socket);
    // A side that breaks off ends the other too.
    pipeline(client, keep(true), target).catch(() => undefined);
    pipeline(target, keep(false), client).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    writeCapture: (file, serverPort) => writeFile(file, capture(segments, serverPort)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Smaller than most reads, so that PDUs run over the edges of packets. */
const packetOctetsMax = 512;
const firstClientPort = 40_000;
/** LINKTYPE_RAW: each packet begins with its IP header. */
const rawPackets = 101;

/** The classic form of libpcap: a header of the file, then each packet behind one of its own. */
function capture(segments: readonly Segment[], serverPort: number): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(rawPackets, 20);
  const sent = new Map<string, number>();
  const packets = segments.flatMap(cut).map((segment, index) => {
    const [ours, theirs] = [sideOf(segment, true), sideOf(segment, false)];
    const place = { sequence: sent.get(ours) ?? 0, acknowledged: sent.get(theirs) ?? 0 };
    sent.set(ours, place.sequence + segment.octets.length);
    return withRecordHeader(packet(segment, place, serverPort), index);
  });
  return Buffer.concat([header, ...packets]);
}

function cut(segment: Segment): Segment[] {
  const { octets } = segment;
  const count = Math.ceil(octets.length / packetOctetsMax);
  return Array.from({ length: count }, (_, index) => ({
    ...segment,
    octets: octets.subarray(index * packetOctetsMax, (index + 1) * packetOctetsMax),
  }));
}

function sideOf({ connection, toServer }: Segment, sender: boolean): string {
  return `${connection} ${toServer === sender ? 'client' : 'server'}`;
}

/** One packet a millisecond: what matters is their order. */
function withRecordHeader(octets: Buffer, index: number): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(Math.floor(index / 1_000), 0);
  header.writeUInt32LE((index % 1_000) * 1_000, 4);
  header.writeUInt32LE(octets.length, 8);
  header.writeUInt32LE(octets.length, 12);
  return Buffer.concat([header, octets]);
}

/** IPv4 (RFC 791 §3.1) and TCP (RFC 9293 §3.1) without checksums, which readers do not ask for. */
function packet(
  { connection, toServer, octets }: Segment,
  place: { readonly sequence: number; readonly acknowledged: number },
  serverPort: number,
): Buffer {
  const client = { host: Buffer.from([10, 0, 0, 1]), port: firstClientPort + connection };
  const server = { host: Buffer.from([10, 0, 0, 2]), port: serverPort };
  const [from, to] = toServer ? [client, server] : [server, client];
  const headers = Buffer.alloc(40);
  headers.writeUInt8(0x45, 0);
  headers.writeUInt16BE(headers.length + octets.length, 2);
  headers.writeUInt8(64, 8);
  headers.writeUInt8(6, 9);
  from.host.copy(headers, 12);
  to.host.copy(headers, 16);
  headers.writeUInt16BE(from.port, 20);
  headers.writeUInt16BE(to.port, 22);
  headers.writeUInt32BE(place.sequence, 24);
  headers.writeUInt32BE(place.acknowledged, 28);
  headers.writeUInt8(0x50, 32);
  // ACK and PSH.
  headers.writeUInt8(0x18, 33);
  headers.writeUInt16BE(65_535, 34);
  return Buffer.concat([headers, octets]);
}

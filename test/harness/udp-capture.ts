/** Datagrams as a capture file that packet analysers read. */
import { writeFile } from 'node:fs/promises';

export type Datagram = { readonly from: number; readonly to: number; readonly octets: Buffer };

/** LINKTYPE_RAW: each packet begins with its IP header. */
const rawPackets = 101;
const headersBytes = 28;

export async function writeUdpCapture(file: string, datagrams: readonly Datagram[]): Promise<void> {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(rawPackets, 20);
  const packets = datagrams.flatMap((datagram, at) => {
    const packet = packetOf(datagram);
    const record = Buffer.alloc(16);
    record.writeUInt32LE(at, 0);
    record.writeUInt32LE(packet.length, 8);
    record.writeUInt32LE(packet.length, 12);
    return [record, packet];
  });
  await writeFile(file, Buffer.concat([header, ...packets]));
}

/** IPv4 (RFC 791 §3.1) and UDP (RFC 768) without checksums, which readers do not ask for. */
function packetOf({ from, to, octets }: Datagram): Buffer {
  const headers = Buffer.alloc(headersBytes);
  headers.writeUInt8(0x45, 0);
  headers.writeUInt16BE(headersBytes + octets.length, 2);
  headers.writeUInt8(64, 8);
  headers.writeUInt8(17, 9);
  for (const at of [12, 16]) headers.set([127, 0, 0, 1], at);
  headers.writeUInt16BE(from, 20);
  headers.writeUInt16BE(to, 22);
  headers.writeUInt16BE(8 + octets.length, 24);
  return Buffer.concat([headers, octets]);
}

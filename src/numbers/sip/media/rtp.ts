/** RTP packets (RFC 3550 §5.1). */

export type RtpPacket = {
  readonly payloadType: number;
  readonly hasMarker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
};

/** A packet without its payload, and where in its octets that is: a relay never looks at it. */
export type RtpHeader = Omit<RtpPacket, 'payload'> & {
  readonly payloadStarts: number;
  readonly payloadEnds: number;
};

export const rtpBytes = { min: 12, max: 1_500 } as const;

/** `undefined` for what is no RTP: another version, cut short, STUN. */
export function parseRtp(octets: Buffer): RtpPacket | undefined {
  const header = parseRtpHeader(octets);
  return header && withPayload(octets, header);
}

export function withPayload(octets: Buffer, header: RtpHeader): RtpPacket {
  const { payloadStarts, payloadEnds, ...fields } = header;
  return { ...fields, payload: octets.subarray(payloadStarts, payloadEnds) };
}

export function parseRtpHeader(octets: Buffer): RtpHeader | undefined {
  if (octets.length < rtpBytes.min || octets.length > rtpBytes.max) return undefined;
  const first = octets.readUInt8(0);
  if (first >> 6 !== 2) return undefined;
  const from = payloadStart(octets, first);
  const padding = (first & 0x20) === 0 ? 0 : octets.readUInt8(octets.length - 1);
  if (from === undefined || from + padding > octets.length) return undefined;
  const second = octets.readUInt8(1);
  return {
    payloadType: second & 0x7f,
    hasMarker: second >= 0x80,
    sequence: octets.readUInt16BE(2),
    timestamp: octets.readUInt32BE(4),
    ssrc: octets.readUInt32BE(8),
    payloadStarts: from,
    payloadEnds: octets.length - padding,
  };
}

/** Behind the list of sources and the extension (§5.3.1), if they fit. */
function payloadStart(octets: Buffer, first: number): number | undefined {
  const behindSources = 12 + (first & 0x0f) * 4;
  if ((first & 0x10) === 0) return behindSources;
  if (behindSources + 4 > octets.length) return undefined;
  return behindSources + 4 + octets.readUInt16BE(behindSources + 2) * 4;
}

export function writeRtp(packet: RtpPacket): Buffer {
  const octets = Buffer.allocUnsafe(12 + packet.payload.length);
  octets.writeUInt8(0x80, 0);
  octets.writeUInt8(packet.payloadType | (packet.hasMarker ? 0x80 : 0), 1);
  octets.writeUInt16BE(packet.sequence & 0xffff, 2);
  octets.writeUInt32BE(packet.timestamp >>> 0, 4);
  octets.writeUInt32BE(packet.ssrc >>> 0, 8);
  packet.payload.copy(octets, 12);
  return octets;
}

/** RFC 5761 §4: on a port for both, these second octets are RTCP's. */
export function isRtcp(octets: Buffer): boolean {
  const second = octets[1] ?? 0;
  return octets.length >= 8 && (octets[0] ?? 0) >> 6 === 2 && second >= 192 && second <= 223;
}

/** How far one 32-bit timestamp is from another, either way around the wrap. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0;
}

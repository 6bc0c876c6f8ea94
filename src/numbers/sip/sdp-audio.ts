/** What a description says about the one audio stream that we carry, and whether it may be carried. */
import { isIP } from 'node:net';
import { type AddressRange, isInRange, parseAddressRange } from '#core/address-range.ts';
import { must } from '#core/assert.ts';
import { parseIpAddress } from '#core/ip-address.ts';
import { attributes, connectionOf, type Sdp, type SdpMedia } from './sdp.ts';

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export type Audio = {
  /** Which of the `m=` lines it is. */
  readonly index: number;
  readonly media: SdpMedia;
  readonly address: string;
  readonly port: number;
  /** Where `a=rtcp:` or rtcp-mux puts it elsewhere than behind RTP's port. */
  readonly rtcpPort: number;
  readonly payloadTypes: readonly number[];
  readonly direction: Direction;
  /** Nobody listens: `c=0.0.0.0` as of old, or a direction without receiving. */
  readonly isHeld: boolean;
  readonly isSecure: boolean;
};

export type AudioRefusal = 'no audio' | 'not an address' | 'address not allowed';

export type FoundAudio =
  | { readonly ok: true; readonly audio: Audio }
  | { readonly ok: false; readonly refusal: AudioRefusal };

const protocols = new Set(['RTP/AVP', 'RTP/AVPF', 'RTP/SAVP', 'RTP/SAVPF']);

const range = (text: string): AddressRange => must(parseAddressRange(text), text);
/** Multicast, broadcast, and this machine itself. */
const neverFour = ['224.0.0.0/4', '255.255.255.255/32'].map(range);
const neverSix = range('ff00::/8');
const loopback = ['127.0.0.0/8', '::1/128'].map(range);

/** The first audio stream with a port. A peer on loopback, as the simulator is, may name loopback. */
export function findAudio(sdp: Sdp, peer: { readonly isLoopback: boolean }): FoundAudio {
  const index = sdp.media.findIndex(
    ({ kind, port, protocol }) => kind === 'audio' && port > 0 && protocols.has(protocol),
  );
  const media = sdp.media[index];
  if (media === undefined) return { ok: false, refusal: 'no audio' };
  const address = connectionOf(sdp, media);
  if (address === undefined || isIP(address) === 0) return { ok: false, refusal: 'not an address' };
  if (!mayCarry(address, peer)) return { ok: false, refusal: 'address not allowed' };
  return { ok: true, audio: readAudio(sdp, { index, media, address }) };
}

function readAudio(
  sdp: Sdp,
  { index, media, address }: Pick<Audio, 'index' | 'media' | 'address'>,
): Audio {
  const direction = directionOf(sdp, media);
  const isUnset = address === '0.0.0.0' || address === '::';
  return {
    index,
    media,
    address,
    port: media.port,
    rtcpPort: rtcpPortOf(media),
    payloadTypes: media.formats.map(Number).filter((type) => type >= 0 && type <= 127),
    direction,
    isHeld: isUnset || direction === 'sendonly' || direction === 'inactive',
    isSecure: media.protocol.includes('SAVP'),
  };
}

/** RFC 5761: one port for both; RFC 3605: the port that is named; else the next one. */
function rtcpPortOf(media: SdpMedia): number {
  if (attributes(media.lines, 'rtcp-mux').length > 0) return media.port;
  const named = Number(attributes(media.lines, 'rtcp')[0]?.split(' ', 1)[0]);
  return named > 0 && named <= 65_535 ? named : Math.min(media.port + 1, 65_535);
}

function directionOf(sdp: Sdp, media: SdpMedia): Direction {
  const directions = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const;
  const said = [...media.lines, ...sdp.lines];
  return directions.find((each) => said.includes(`a=${each}`)) ?? 'sendrecv';
}

function mayCarry(text: string, peer: { readonly isLoopback: boolean }): boolean {
  const address = parseIpAddress(text);
  if (address === undefined) return false;
  if ([...neverFour, neverSix].some((each) => isInRange(address, each))) return false;
  return peer.isLoopback || !isLoopbackAddress(text);
}

export function isLoopbackAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== undefined && loopback.some((each) => isInRange(address, each));
}

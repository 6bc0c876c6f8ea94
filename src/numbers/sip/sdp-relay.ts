/**
 * A description as it goes on when the audio goes through us: our address and port in place of the
 * peer's, and nothing left in by which the two could talk around us. Codecs, payload types, ptime, fmtp,
 * direction and rtcp-mux stay.
 */
import { type Sdp, type SdpMedia, writeSdp, writtenAddress } from './sdp.ts';

export type OurEnd = { readonly address: string; readonly port: number };

/** Candidates, ICE and the explicit RTCP port name the peer's own addresses. */
const dropped = /^a=(?:rtcp:|candidate|remote-candidates|end-of-candidates|ice-|ice2)/;

/** One per leg: an own session id, and a version that rises only when the rest has changed. */
export class OwnOrigin {
  readonly #id: string;
  #version = 0;
  #last: string | undefined;

  /** `id` is a number of up to 18 digits, drawn for this leg. */
  constructor(id: string) {
    this.#id = id;
  }

  /** The description for this leg, with `o=` as its second line. */
  write(address: string, lines: readonly string[]): Buffer {
    const body = `${address}\n${lines.join('\n')}`;
    if (body !== this.#last) this.#version += 1;
    this.#last = body;
    const origin = `o=- ${this.#id} ${this.#version} IN ${writtenAddress(address)}`;
    return writeSdp(['v=0', origin, ...lines]);
  }
}

/** `audioIndex` is the stream that goes through us; all others get port 0 (RFC 3264 §6). */
export function rewriteForRelay(
  sdp: Sdp,
  { audioIndex, end, origin }: { audioIndex: number; end: OurEnd; origin: OwnOrigin },
): Buffer {
  const session = sdp.lines
    .filter((line) => !/^[voc]=/.test(line) && !dropped.test(line))
    .map((line) => (line.startsWith('s=') ? 's=-' : line));
  const connection = `c=IN ${writtenAddress(end.address)}`;
  // RFC 8866 §5: c= stands behind s=, i=, u=, e= and p=.
  const place = session.findLastIndex((line) => /^[siuep]=/.test(line)) + 1;
  const media = sdp.media.flatMap((each, index) =>
    index === audioIndex ? relayed(each, end) : refused(each),
  );
  return origin.write(end.address, [...session.toSpliced(place, 0, connection), ...media]);
}

function relayed(media: SdpMedia, end: OurEnd): string[] {
  const first = `m=${media.kind} ${end.port} ${media.protocol} ${media.formats.join(' ')}`;
  const rest = media.lines.slice(1).filter((line) => !line.startsWith('c=') && !dropped.test(line));
  return [first, ...rest];
}

function refused(media: SdpMedia): string[] {
  // A format must stand in the line, whichever.
  const formats = media.formats.length === 0 ? ['0'] : media.formats;
  return [`m=${media.kind} 0 ${media.protocol} ${formats.join(' ')}`];
}

/**
 * Session descriptions (RFC 8866) as lines: what nobody here knows passes through as it came. They are
 * cut into the part of the session and one section for each `m=`, whose number and order never change.
 */
import { isIP } from 'node:net';
import { messageLimits } from './message.ts';

export type SdpOrigin = {
  readonly user: string;
  readonly id: string;
  readonly version: string;
  readonly address: string;
};

export type SdpMedia = {
  readonly kind: string;
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  /** The section's own lines, `m=` first. */
  readonly lines: readonly string[];
};

export type Sdp = {
  readonly origin: SdpOrigin;
  /** Lines before the first `m=`. */
  readonly lines: readonly string[];
  readonly media: readonly SdpMedia[];
};

const mediaMax = 16;
const linesMax = 1_000;
const lineForm = /^[a-z]=/;
const mediaForm =
  /^m=(?<kind>[^\s]+) (?<port>[0-9]{1,5})(?:\/[0-9]{1,5})? (?<protocol>[^\s]+)(?<formats>(?: [^\s]+)*) *$/;

/** `undefined` for what is no description at all; whether it is of use is another question. */
export function parseSdp(body: Buffer): Sdp | undefined {
  if (body.length > messageLimits.sdpBytesMax) return undefined;
  const lines = body.toString('latin1').split(/\r\n|\n|\r/);
  while (lines.at(-1) === '') lines.pop();
  const isSdp = lines[0]?.trimEnd() === 'v=0' && lines.every((line) => lineForm.test(line));
  if (!isSdp || lines.length > linesMax) return undefined;
  const sections = cutIntoSections(lines);
  const [session = [], ...others] = sections;
  const origin = parseOrigin(session.find((line) => line.startsWith('o=')));
  if (origin === undefined || others.length > mediaMax) return undefined;
  const media = others.map(parseMedia);
  if (!media.every((each) => each !== undefined)) return undefined;
  return { origin, lines: session, media };
}

function cutIntoSections(lines: readonly string[]): string[][] {
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

function parseOrigin(line: string | undefined): SdpOrigin | undefined {
  const [user, id, version, network, , address] = line?.slice(2).trimEnd().split(' ') ?? [];
  if (user === undefined || id === undefined || version === undefined) return undefined;
  if (network !== 'IN' || address === undefined) return undefined;
  return { user, id, version, address };
}

function parseMedia(lines: readonly string[]): SdpMedia | undefined {
  const { kind, port, protocol, formats } = mediaForm.exec(lines[0] ?? '')?.groups ?? {};
  if (kind === undefined || protocol === undefined || Number(port) > 65_535) return undefined;
  return {
    kind,
    port: Number(port),
    protocol: protocol.toUpperCase(),
    formats: (formats ?? '').split(' ').filter((format) => format !== ''),
    lines,
  };
}

export function writeSdp(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

/** The values of `a=NAME:`, or an empty text for `a=NAME`. */
export function attributes(lines: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (const line of lines) {
    if (line === `a=${name}`) values.push('');
    else if (line.startsWith(`a=${name}:`)) values.push(line.slice(name.length + 3).trim());
  }
  return values;
}

/** The address of `c=`: the section's own, else the session's. */
export function connectionOf(sdp: Sdp, media: SdpMedia): string | undefined {
  const line = [...media.lines, ...sdp.lines].find((each) => each.startsWith('c='));
  const { address } =
    /^c=IN IP[46] (?<address>[^\s/]+)(?:\/[0-9/]+)?\s*$/.exec(line ?? '')?.groups ?? {};
  return address;
}

/** `IP4 192.0.2.1` or `IP6 2001:db8::1`, as `c=` and `o=` write an address. */
export function writtenAddress(address: string): string {
  return `${isIP(address) === 6 ? 'IP6' : 'IP4'} ${address}`;
}

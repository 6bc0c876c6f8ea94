/** Keys in RTP (RFC 4733): each is told by many packets, which have one timestamp and end more than once. */
import type { RtpPacket } from './rtp.ts';

const keys = '0123456789*#ABCD';
/** RFC 4733 §2.5.1.3: the last packet goes three times. */
const endRepeats = 3;
const volume = 10;
const stepSamples = 160;

export type EventPayload = { readonly key: string; readonly isEnd: boolean };

/** `undefined` for events that are no keys, such as a fax tone. */
function parseEvent(payload: Buffer): EventPayload | undefined {
  if (payload.length < 4) return undefined;
  const key = keys[payload.readUInt8(0)];
  return key === undefined ? undefined : { key, isEnd: payload.readUInt8(1) >= 0x80 };
}

/** Tells each key once, with the first packet of it that arrives. */
export class KeyReader {
  #last: string | undefined;

  take({ ssrc, timestamp, payload }: RtpPacket): string | undefined {
    const event = parseEvent(payload);
    const name = `${ssrc} ${timestamp}`;
    if (event === undefined || name === this.#last) return undefined;
    this.#last = name;
    return event.key;
  }
}

/** The payloads of a key that is pressed for so long, 20 ms each, the end three times. */
export function eventPayloads(key: string, durationMs = 160): Buffer[] {
  const event = keys.indexOf(key.toUpperCase());
  if (event < 0 || key.length !== 1) return [];
  const steps = Math.max(1, Math.round(durationMs / 20));
  const payloads = Array.from({ length: steps }, (_, at) => payloadOf(event, at + 1, false));
  const ends = Array.from({ length: endRepeats }, () => payloadOf(event, steps, true));
  return [...payloads, ...ends];
}

function payloadOf(event: number, steps: number, isEnd: boolean): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt8(event, 0);
  payload.writeUInt8(volume | (isEnd ? 0x80 : 0), 1);
  payload.writeUInt16BE(Math.min(steps * stepSamples, 0xffff), 2);
  return payload;
}

/** The key in an INFO of `application/dtmf-relay` (`Signal=5`) or `application/dtmf` (`5`). */
export function keyInInfo({
  contentType,
  body,
}: {
  contentType: string;
  body: Buffer;
}): string | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const text = body.toString('latin1', 0, 200);
  const written =
    type === 'application/dtmf-relay'
      ? /^signal[ \t]*=[ \t]*(?<key>\S)/im.exec(text)?.groups?.['key']
      : type === 'application/dtmf'
        ? text.trim()
        : undefined;
  const key = written?.toUpperCase();
  return key?.length === 1 && keys.includes(key) ? key : undefined;
}

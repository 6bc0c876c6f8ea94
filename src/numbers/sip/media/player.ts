/** What a voice side says: sound that waits to be spoken, keys, and silence in between, 20 ms at a time. */
import { encodeG711, silence } from './g711.ts';
import type { VoiceCoding } from './media.ts';
import { writeRtp } from './rtp.ts';
import { eventPayloads } from './telephone-event.ts';

const frameSamples = 160;
/** Five minutes; what is spoken is never longer. */
const samplesMax = 8_000 * 300;
/** A live voice is spoken so far behind, and no further: frames may come late, and clocks differ. */
const live = { gatheredSamples: 480, behindSamplesMax: 8_000 } as const;
const keysMax = 64;

export type PlayerStart = {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
};

/** What a tick brings: a packet, and whether the last sound that waited has now been spoken. */
export type Spoken = { readonly octets: Buffer; readonly hasEnded: boolean };

export class Player {
  readonly #ssrc: number;
  #sequence: number;
  #timestamp: number;
  #queue: Int16Array[] = [];
  #waiting = 0;
  #at = 0;
  #wasSilent = true;
  #hasEnded = false;
  #isLive = false;
  /** Of a live voice too little waits to go on without a gap. */
  #isGathering = false;
  #keys: { readonly payloads: Buffer[]; readonly timestamp: number }[] = [];

  constructor({ ssrc, sequence, timestamp }: PlayerStart) {
    this.#ssrc = ssrc;
    this.#sequence = sequence;
    this.#timestamp = timestamp;
  }

  play(pcm: Int16Array): void {
    if (pcm.length === 0 || this.#waiting + pcm.length > samplesMax) return;
    this.#isLive = false;
    this.#isGathering = false;
    this.#add(pcm);
  }

  /** A live voice, frame by frame: 60 ms are gathered before it goes on, and above a second the oldest goes. */
  stream(pcm: Int16Array): void {
    if (pcm.length === 0 || pcm.length > live.behindSamplesMax) return;
    this.#isLive = true;
    if (this.#waiting === 0) this.#isGathering = true;
    this.#add(pcm);
    while (this.#waiting > live.behindSamplesMax) this.#dropFirst();
    if (this.#waiting >= live.gatheredSamples) this.#isGathering = false;
  }

  hush(): void {
    this.#queue = [];
    this.#waiting = 0;
    this.#at = 0;
  }

  press(key: string): void {
    const payloads = eventPayloads(key);
    if (payloads.length > 0 && this.#keys.length < keysMax) {
      this.#keys.push({ payloads, timestamp: -1 });
    }
  }

  /** The packet of these 20 ms. */
  speak(coding: VoiceCoding): Spoken {
    const octets = this.#speakKey(coding) ?? this.#speakSound(coding);
    const hasEnded = this.#hasEnded;
    this.#hasEnded = false;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + frameSamples) >>> 0;
    return { octets, hasEnded };
  }

  #speakSound({ law, payloadType }: VoiceCoding): Buffer {
    const isSilent = this.#waiting === 0 || this.#isGathering;
    const payload = isSilent
      ? Buffer.alloc(frameSamples, silence[law])
      : encodeG711(law, this.#nextFrame());
    // RFC 3551 §4.1: the marker begins a stretch of speech.
    const hasMarker = this.#wasSilent && !isSilent;
    this.#wasSilent = isSilent;
    return this.#packet({ payloadType, hasMarker, timestamp: this.#timestamp, payload });
  }

  /** RFC 4733 §2.5.1.2: all packets of a key carry the time at which it was pressed. */
  #speakKey({ eventPayloadType }: VoiceCoding): Buffer | undefined {
    const [first] = this.#keys;
    if (first === undefined) return undefined;
    const isNew = first.timestamp < 0;
    const key = isNew ? { ...first, timestamp: this.#timestamp } : first;
    this.#keys[0] = key;
    const payload = key.payloads.shift();
    if (key.payloads.length === 0) this.#keys.shift();
    if (payload === undefined || eventPayloadType === undefined) return undefined;
    const { timestamp } = key;
    return this.#packet({ payloadType: eventPayloadType, hasMarker: isNew, timestamp, payload });
  }

  #packet(parts: { payloadType: number; hasMarker: boolean; timestamp: number; payload: Buffer }) {
    return writeRtp({ ...parts, sequence: this.#sequence, ssrc: this.#ssrc });
  }

  #nextFrame(): Int16Array {
    const frame = new Int16Array(frameSamples);
    for (let filled = 0; filled < frameSamples; ) {
      const [first] = this.#queue;
      if (first === undefined) break;
      const piece = first.subarray(this.#at, this.#at + frameSamples - filled);
      frame.set(piece, filled);
      filled += piece.length;
      this.#at += piece.length;
      this.#waiting -= piece.length;
      if (this.#at < first.length) continue;
      this.#queue.shift();
      this.#at = 0;
    }
    // A live voice has no end that anybody waits for.
    this.#hasEnded = this.#waiting === 0 && !this.#isLive;
    return frame;
  }

  #add(pcm: Int16Array): void {
    this.#queue.push(pcm);
    this.#waiting += pcm.length;
  }

  #dropFirst(): void {
    const first = this.#queue.shift();
    this.#waiting -= (first?.length ?? 0) - this.#at;
    this.#at = 0;
  }
}

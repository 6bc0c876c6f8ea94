/**
 * G.711 put where it belongs in time by RTP timestamps: repeats dropped, order put right within 200 ms,
 * gaps filled with silence. A timestamp can be forged, so it never decides how much memory is used: a
 * jump above 10 s, or a new source, goes on where the wall clock is.
 */
import { type Law, silence } from './g711.ts';
import { type RtpPacket, timestampDistance } from './rtp.ts';

const samplesPerMs = 8;
const reorderSamples = 200 * samplesPerMs;
const jumpSamples = 10_000 * samplesPerMs;
/** Of 200 ms in the shortest packets, with room for repeats. */
const waitingMax = 64;

type Waiting = { readonly from: number; readonly octets: Uint8Array };

export class Timeline {
  readonly #law: Law;
  #waiting: Waiting[] = [];
  /** Samples that have been handed over. */
  #done = 0;
  /** Where the furthest packet ends. */
  #reach = 0;
  #startedAtMs: number | undefined;
  #source:
    | { readonly ssrc: number; readonly timestamp: number; readonly place: number }
    | undefined;

  constructor(law: Law) {
    this.#law = law;
  }

  /** Samples handed over so far. */
  get length(): number {
    return this.#done;
  }

  /** Takes a packet, and hands over what is in order by now. */
  take({ ssrc, timestamp, payload }: RtpPacket, nowMs: number): Buffer {
    this.#startedAtMs ??= nowMs;
    const known = this.#placeOf(ssrc, timestamp);
    if (known === undefined) {
      const earlier = this.finish();
      const place = Math.max(this.#done, this.#wallClockPlace(nowMs, payload.length));
      this.#source = { ssrc, timestamp, place };
      return Buffer.concat([earlier, this.#add(place, payload)]);
    }
    return this.#add(known, payload);
  }

  /** Hands over all that is left. */
  finish(): Buffer {
    return this.#handOver(this.#reach);
  }

  /** `undefined` where the timestamp tells nothing. */
  #placeOf(ssrc: number, timestamp: number): number | undefined {
    if (this.#source?.ssrc !== ssrc) return undefined;
    const place = this.#source.place + timestampDistance(this.#source.timestamp, timestamp);
    return Math.abs(place - this.#reach) > jumpSamples ? undefined : place;
  }

  /** A packet that comes now was spoken just before. */
  #wallClockPlace(nowMs: number, samples: number): number {
    const elapsedMs = nowMs - (this.#startedAtMs ?? nowMs);
    return elapsedMs === 0 ? 0 : Math.max(0, Math.round(elapsedMs * samplesPerMs) - samples);
  }

  #add(from: number, payload: Buffer): Buffer {
    const end = from + payload.length;
    if (end <= this.#done || payload.length === 0) return Buffer.alloc(0);
    this.#waiting.push({ from, octets: payload });
    this.#reach = Math.max(this.#reach, end);
    const isFull = this.#waiting.length > waitingMax;
    return this.#handOver(isFull ? this.#reach : this.#reach - reorderSamples);
  }

  /** All packets that begin before `until`, in their order, with silence between them. */
  #handOver(until: number): Buffer {
    const ready = this.#waiting.filter(({ from }) => from < until);
    if (ready.length === 0) return Buffer.alloc(0);
    this.#waiting = this.#waiting.filter(({ from }) => from >= until);
    const pieces: Uint8Array[] = [];
    for (const { from, octets } of ready.toSorted((a, b) => a.from - b.from)) {
      if (from > this.#done) pieces.push(this.#gap(from - this.#done));
      const place = Math.max(from, this.#done);
      const rest = octets.subarray(place - from);
      if (rest.length === 0) continue;
      pieces.push(rest);
      this.#done = place + rest.length;
    }
    return Buffer.concat(pieces);
  }

  #gap(samples: number): Uint8Array {
    return new Uint8Array(samples).fill(silence[this.#law]);
  }
}

/** Calls of the built-in phones as they are ordered, told, and kept between the program and its commands. */

/** Whatever the other side does. */
export const callMsMax = 900_000;

export type PhoneWish = {
  /** Digits; empty hides the caller. */
  readonly from: string;
  /** Digits. */
  readonly to: string;
  /** Pressed when all is said. */
  readonly keys: string;
  /** Since the answer; null: when all is said and a few seconds have passed. */
  readonly hangUpAfterMs: number | null;
};

export type PhoneEvent = { readonly atMs: number } & (
  | { readonly what: 'calling' }
  | { readonly what: 'ringing'; readonly status: number }
  | { readonly what: 'answered' }
  | { readonly what: 'hears sound' }
  | { readonly what: 'hears key'; readonly key: string }
  | { readonly what: 'speaks'; readonly durationMs: number }
  | { readonly what: 'presses'; readonly key: string }
  | PhoneEnd
);

export type PhoneEnd =
  | { readonly what: 'hung up'; readonly by: 'this phone' | 'the other side' }
  | { readonly what: 'refused'; readonly status: number }
  | { readonly what: 'failed'; readonly why: string };

/** As the engine tells it; the time is put to it where it is kept. */
export type ToldEvent = PhoneEvent extends infer Event ? WithoutTime<Event> : never;
/** Of a call by itself, whatever its phone does in it. */
export type CallEvent = Extract<
  ToldEvent,
  { readonly what: 'calling' | 'ringing' | 'answered' | 'hears key' } | PhoneEnd
>;
type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;

export type OrderedPhoneCall = {
  readonly id: number;
  readonly wish: PhoneWish;
  /** PCM, 16 bit little-endian, 8,000 samples a second. */
  readonly sound: Uint8Array;
};

export type KeptPhoneCall = {
  readonly id: number;
  readonly state: 'ordered' | 'under way' | 'over';
  readonly events: readonly PhoneEvent[];
  /** Grows while the program that makes it lives. */
  readonly seenAtMs: number;
};

export type PhoneCallProgress = {
  readonly state: 'under way' | 'over';
  readonly events: readonly PhoneEvent[];
  readonly atMs: number;
  /** PCM; with the end. */
  readonly heard?: Uint8Array | undefined;
};

export function writeSamples(pcm: Int16Array): Buffer {
  const octets = Buffer.alloc(pcm.length * 2);
  for (const [at, sample] of pcm.entries()) octets.writeInt16LE(sample, at * 2);
  return octets;
}

export function readSamples(octets: Uint8Array): Int16Array {
  const read = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  return Int16Array.from({ length: read.length >> 1 }, (_, at) => read.readInt16LE(at * 2));
}

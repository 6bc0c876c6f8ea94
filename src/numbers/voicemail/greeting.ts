/** What a number says before it records: its own greeting, its account's, or the one that we ship. */
import { toTelephone } from '../sip/media/to-telephone.ts';
import { readWav, type WavRefusal } from '../sip/media/wav.ts';

export type Greeting = {
  readonly accountId: number;
  /** 0: of all numbers of the account that have none of their own. */
  readonly numberId: number;
};

export const greetingBytesMax = 10_000_000;
const secondsMax = 60;

export type GreetingRefusal = WavRefusal | 'more than 10 MB';

export type ReadGreeting =
  | { readonly ok: true; readonly pcm: Buffer; readonly seconds: number }
  | { readonly ok: false; readonly refusal: GreetingRefusal };

/** Converted once, when it is handed in. */
export function readGreeting(file: Buffer): ReadGreeting {
  if (file.length > greetingBytesMax) return { ok: false, refusal: 'more than 10 MB' };
  const read = readWav(file, secondsMax);
  if (!read.ok) return read;
  const samples = toTelephone(read.wav);
  if (samples.length === 0) return { ok: false, refusal: 'no sound in it' };
  return { ok: true, pcm: writePcm(samples), seconds: samples.length / 8_000 };
}

function writePcm(samples: Int16Array): Buffer {
  const octets = Buffer.alloc(samples.length * 2);
  for (const [at, sample] of samples.entries()) octets.writeInt16LE(sample, at * 2);
  return octets;
}

export function readPcm(octets: Buffer): Int16Array {
  const pcm = new Int16Array(octets.length >> 1);
  for (let at = 0; at < pcm.length; at++) {
    pcm[at] = (octets[at * 2] ?? 0) | ((octets[at * 2 + 1] ?? 0) << 8);
  }
  return pcm;
}

/** Sound files of people, as phones speak them and keep what they hear. */
import { toTelephone } from '#numbers/sip/media/to-telephone.ts';
import { readWav, type WavRefusal, writeWav } from '#numbers/sip/media/wav.ts';

const secondsMax = 300;

export type ReadSound =
  | { readonly ok: true; readonly pcm: Int16Array }
  | { readonly ok: false; readonly refusal: WavRefusal };

/** A WAV file of PCM, 16 bit, 8 to 48 kHz, up to five minutes. */
export function readSound(file: Buffer): ReadSound {
  const read = readWav(file, secondsMax);
  return read.ok ? { ok: true, pcm: toTelephone(read.wav) } : read;
}

export function writeSound(pcm: Int16Array): Buffer {
  return writeWav(pcm);
}

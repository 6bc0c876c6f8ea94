/** A recording as people play it: WAV, PCM of 16 bit, 8 kHz, one channel. */
import { inSlices } from '#core/turns.ts';
import { decodeG711, type Law } from '../sip/media/g711.ts';
import { putSamples, silentWav, writeWav } from '../sip/media/wav.ts';
import { readPcm } from './greeting.ts';

const pieceSamples = 8_000;

/** Minutes of sound take 50 ms: piece by piece, so that calls and requests do not wait for them. */
export async function soundFile(law: Law, audio: Buffer): Promise<Buffer> {
  const file = silentWav(audio.length);
  const pieces = Array.from({ length: Math.ceil(audio.length / pieceSamples) }, (_, n) => n);
  await inSlices(pieces, (n) => {
    const first = n * pieceSamples;
    putSamples(file, first, decodeG711(law, audio.subarray(first, first + pieceSamples)));
  });
  return file;
}

/** A greeting as it is kept. */
export function greetingFile(pcm: Buffer): Buffer {
  return writeWav(readPcm(pcm));
}

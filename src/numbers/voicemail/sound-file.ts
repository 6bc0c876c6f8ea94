/** A recording as people play it: WAV, PCM of 16 bit, 8 kHz, one channel. */
import { decodeG711, type Law } from '../sip/media/g711.ts';
import { writeWav } from '../sip/media/wav.ts';
import { readPcm } from './greeting.ts';

export function soundFile(law: Law, audio: Buffer): Buffer {
  return writeWav(decodeG711(law, audio));
}

/** A greeting as it is kept. */
export function greetingFile(pcm: Buffer): Buffer {
  return writeWav(readPcm(pcm));
}

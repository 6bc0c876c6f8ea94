/** WAV files of PCM, 16 bit: written for voicemail, read for greetings that somebody uploads. */

export type Wav = { readonly rateHz: number; readonly channels: number; readonly pcm: Int16Array };

export type WavRefusal =
  | 'not a WAV file'
  | 'sizes that contradict the file'
  | 'not PCM of 16 bit'
  | 'sample rate not between 8 and 48 kHz'
  | 'more than two channels'
  | 'no sound in it'
  | 'too long';

export type ReadWav =
  | { readonly ok: true; readonly wav: Wav }
  | { readonly ok: false; readonly refusal: WavRefusal };

const headerBytes = 44;
const pcmFormat = 1;
/** WAVE_FORMAT_EXTENSIBLE: the format stands in the first two octets of a GUID. */
const extensibleFormat = 0xfffe;

export function writeWav(pcm: Int16Array, rateHz = 8_000): Buffer {
  const file = silentWav(pcm.length, rateHz);
  putSamples(file, 0, pcm);
  return file;
}

/** A file of so many samples, for sound that is put into it piece by piece. */
export function silentWav(samples: number, rateHz = 8_000): Buffer {
  const dataBytes = samples * 2;
  const file = Buffer.alloc(headerBytes + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(pcmFormat, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rateHz, 24);
  file.writeUInt32LE(rateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  return file;
}

/** From a sample on; little-endian, octet by octet. */
export function putSamples(file: Buffer, first: number, pcm: Int16Array): void {
  let place = headerBytes + first * 2;
  for (const sample of pcm) {
    file[place++] = sample & 0xff;
    file[place++] = sample >> 8;
  }
}

type Chunks = { readonly format: Buffer; readonly data: Buffer };

function refuse(refusal: WavRefusal): ReadWav {
  return { ok: false, refusal };
}

export function readWav(file: Buffer, secondsMax: number): ReadWav {
  const isWav =
    file.length >= 12 &&
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, 12) === 'WAVE';
  if (!isWav) return refuse('not a WAV file');
  const chunks = findChunks(file);
  if (typeof chunks === 'string') return refuse(chunks);
  const { format, data } = chunks;
  const channels = format.readUInt16LE(2);
  const rateHz = format.readUInt32LE(4);
  if (formatOf(format) !== pcmFormat || format.readUInt16LE(14) !== 16) {
    return refuse('not PCM of 16 bit');
  }
  if (channels < 1 || channels > 2) return refuse('more than two channels');
  if (rateHz < 8_000 || rateHz > 48_000) return refuse('sample rate not between 8 and 48 kHz');
  const samples = Math.floor(data.length / 2 / channels);
  if (samples === 0) return refuse('no sound in it');
  if (samples > secondsMax * rateHz) return refuse('too long');
  return { ok: true, wav: { rateHz, channels, pcm: samplesOf(data, samples * channels) } };
}

function formatOf(format: Buffer): number {
  const tag = format.readUInt16LE(0);
  return tag === extensibleFormat && format.length >= 26 ? format.readUInt16LE(24) : tag;
}

function findChunks(file: Buffer): Chunks | WavRefusal {
  let format: Buffer | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const bytes = file.readUInt32LE(at + 4);
    const from = at + 8;
    if (bytes > file.length - from) return 'sizes that contradict the file';
    const chunk = file.subarray(from, from + bytes);
    if (name === 'fmt ' && bytes >= 16) format = chunk;
    if (name === 'data') {
      return format === undefined ? 'sizes that contradict the file' : { format, data: chunk };
    }
    // Chunks stand at even places.
    at = from + bytes + (bytes % 2);
  }
  return 'sizes that contradict the file';
}

function samplesOf(data: Buffer, count: number): Int16Array {
  return Int16Array.from({ length: count }, (_, at) => data.readInt16LE(at * 2));
}

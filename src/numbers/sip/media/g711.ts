/** ITU-T G.711: A-law and µ-law, one octet a sample, both ways by table. */

export type Law = 'pcma' | 'pcmu';

function decodeUlaw(octet: number): number {
  const bits = ~octet & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << exponent) - 0x84;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

function decodeAlaw(octet: number): number {
  // Even bits are inverted on the wire.
  const bits = octet ^ 0x55;
  const exponent = (bits >> 4) & 0x07;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}

const decoders: Readonly<Record<Law, Int16Array>> = {
  pcma: Int16Array.from({ length: 256 }, (_, octet) => decodeAlaw(octet)),
  pcmu: Int16Array.from({ length: 256 }, (_, octet) => decodeUlaw(octet)),
};

/** For each of the 65,536 samples the octet whose sample is nearest. */
function makeEncoder(decoder: Int16Array): Uint8Array {
  const octets = Array.from({ length: 256 }, (_, octet) => octet);
  const sampleOf = (octet: number): number => decoder[octet] ?? 0;
  // Of the two zeros of µ-law the positive one, 0xff, is silence.
  const ordered = octets.toSorted((a, b) => sampleOf(a) - sampleOf(b) || a - b);
  const table = new Uint8Array(65_536);
  let place = 0;
  for (let sample = -32_768; sample <= 32_767; sample++) {
    while (place + 1 < ordered.length && isNearer(place, sample)) place++;
    table[sample & 0xffff] = ordered[place] ?? 0;
  }
  return table;

  function isNearer(at: number, sample: number): boolean {
    const here = Math.abs(sampleOf(ordered[at] ?? 0) - sample);
    return Math.abs(sampleOf(ordered[at + 1] ?? 0) - sample) <= here;
  }
}

const encoders: Readonly<Record<Law, Uint8Array>> = {
  pcma: makeEncoder(decoders.pcma),
  pcmu: makeEncoder(decoders.pcmu),
};

/** The octet of no sound. */
export const silence: Readonly<Record<Law, number>> = { pcma: 0xd5, pcmu: 0xff };

export function decodeG711(law: Law, octets: Uint8Array): Int16Array {
  const table = decoders[law];
  const pcm = new Int16Array(octets.length);
  for (let at = 0; at < octets.length; at++) pcm[at] = table[octets[at] ?? 0] ?? 0;
  return pcm;
}

export function encodeG711(law: Law, pcm: Int16Array): Buffer {
  const table = encoders[law];
  const octets = Buffer.allocUnsafe(pcm.length);
  for (let at = 0; at < pcm.length; at++) octets[at] = table[(pcm[at] ?? 0) & 0xffff] ?? 0;
  return octets;
}

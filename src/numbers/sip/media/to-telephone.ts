/** Sound as the telephone carries it: one channel, 8,000 samples a second, nothing above 3,400 Hz. */
import type { Wav } from './wav.ts';

const telephoneHz = 8_000;
const passHz = 3_400;
/** Zero crossings of the filter on each side; more would cost time and be heard by nobody. */
const crossings = 24;

/** A low-pass as a windowed sinc, evaluated at the places of the new samples. */
export function toTelephone(wav: Wav): Int16Array {
  const mono = mix(wav);
  if (wav.rateHz === telephoneHz) return mono;
  const cutoff = (2 * passHz) / wav.rateHz;
  const reach = Math.ceil(crossings / cutoff);
  const step = wav.rateHz / telephoneHz;
  const length = Math.floor(mono.length / step);
  return Int16Array.from({ length }, (_, at) => filteredAt(mono, at * step, { cutoff, reach }));
}

function mix({ channels, pcm }: Wav): Int16Array {
  if (channels === 1) return pcm;
  return Int16Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) =>
    Math.round(((pcm[at * 2] ?? 0) + (pcm[at * 2 + 1] ?? 0)) / 2),
  );
}

function filteredAt(
  pcm: Int16Array,
  place: number,
  { cutoff, reach }: { cutoff: number; reach: number },
): number {
  const first = Math.max(0, Math.ceil(place - reach));
  const last = Math.min(pcm.length - 1, Math.floor(place + reach));
  let sum = 0;
  for (let at = first; at <= last; at++) {
    const distance = at - place;
    // Hann's window lets the sinc end without a step.
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    sum += (pcm[at] ?? 0) * cutoff * sinc(distance * cutoff) * window;
  }
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

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
  const taps = tapsByPhase(wav.rateHz, { cutoff, reach });
  return Int16Array.from({ length }, (_, at) => {
    const first = Math.floor(at * step) - reach;
    return weigh(mono, first, taps(at));
  });
}

function mix({ channels, pcm }: Wav): Int16Array {
  if (channels === 1) return pcm;
  return Int16Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) =>
    Math.round(((pcm[at * 2] ?? 0) + (pcm[at * 2 + 1] ?? 0)) / 2),
  );
}

type Filter = { readonly cutoff: number; readonly reach: number };

/** New samples fall on few different places between two old ones, so their weights are made once for each. */
function tapsByPhase(rateHz: number, filter: Filter): (at: number) => Float64Array {
  const phases = telephoneHz / greatestDivisor(telephoneHz, rateHz);
  const made: (Float64Array | undefined)[] = [];
  return (at) => {
    const phase = at % phases;
    const standing = made[phase];
    if (standing !== undefined) return standing;
    const between = ((phase * rateHz) % telephoneHz) / telephoneHz;
    const fresh = tapsAt(between, filter);
    made[phase] = fresh;
    return fresh;
  };
}

function tapsAt(between: number, { cutoff, reach }: Filter): Float64Array {
  return Float64Array.from({ length: 2 * reach + 2 }, (_, tap) => {
    const distance = tap - reach - between;
    if (Math.abs(distance) > reach) return 0;
    // Hann's window lets the sinc end without a step.
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    return cutoff * sinc(distance * cutoff) * window;
  });
}

function weigh(pcm: Int16Array, first: number, taps: Float64Array): number {
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap++) sum += (pcm[first + tap] ?? 0) * (taps[tap] ?? 0);
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

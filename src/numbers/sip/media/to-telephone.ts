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
  const sound = new Int16Array(length);
  for (let at = 0; at < length; at++) {
    sound[at] = weigh(mono, Math.floor(at * step) - reach, taps(at));
  }
  return sound;
}

function mix({ channels, pcm }: Wav): Int16Array {
  if (channels === 1) return pcm;
  const mono = new Int16Array(Math.floor(pcm.length / 2));
  for (let at = 0; at < mono.length; at++) {
    mono[at] = Math.round(((pcm[at * 2] ?? 0) + (pcm[at * 2 + 1] ?? 0)) / 2);
  }
  return mono;
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
  const taps = new Float64Array(2 * reach + 2);
  const first = -reach - between;
  const sinc = sines(Math.PI * cutoff, first);
  // Hann's window lets the sinc end without a step: its cosine is a sine a quarter of a turn on.
  const hann = sines(Math.PI / reach, first + reach / 2);
  for (let tap = 0; tap < taps.length; tap++) {
    const distance = first + tap;
    const top = sinc();
    const window = 0.5 + 0.5 * hann();
    if (Math.abs(distance) > reach) continue;
    taps[tap] = window * (distance === 0 ? cutoff : top / (Math.PI * distance));
  }
  return taps;
}

/** sin(angle · place) at `first`, `first + 1` …: each is made of the two before it, without a sine. */
function sines(angle: number, first: number): () => number {
  const turn = 2 * Math.cos(angle);
  let next = Math.sin(angle * first);
  let last = Math.sin(angle * (first - 1));
  return () => {
    const now = next;
    next = turn * now - last;
    last = now;
    return now;
  };
}

function weigh(pcm: Int16Array, first: number, taps: Float64Array): number {
  let sum = 0;
  const from = Math.max(0, -first);
  const until = Math.min(taps.length, pcm.length - first);
  for (let tap = from; tap < until; tap++) sum += (pcm[first + tap] ?? 0) * (taps[tap] ?? 0);
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

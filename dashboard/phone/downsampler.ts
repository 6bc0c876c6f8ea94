/**
 * Brings sound of a microphone down to a telephone's 8,000 samples a second, as it comes: a low-pass
 * first, or what lies above 4 kHz would come back as noise (folded down).
 */

const telephoneRate = 8_000;
/** Hertz; half of its strength is left there. */
const cutoff = 3_600;
/** Of the filter, in samples of a telephone: the more, the steeper. */
const widthInTelephoneSamples = 16;

export class Downsampler {
  readonly #step: number;
  readonly #taps: Float32Array;
  #past: Float32Array;
  /** Where the next sample is taken, counted in `#past` and with a fraction. */
  #at = 0;

  /** `rate`: of what comes, 8,000 at the least. */
  constructor(rate: number) {
    this.#step = rate / telephoneRate;
    this.#taps = lowPass(rate);
    this.#past = new Float32Array(this.#taps.length);
  }

  /** What has come until now and not been given yet, from −1 to 1. */
  take(sound: Float32Array): Float32Array {
    const all = new Float32Array(this.#past.length + sound.length);
    all.set(this.#past);
    all.set(sound, this.#past.length);
    const given: number[] = [];
    // One sample more than the filter, because it is taken between two.
    for (; this.#at + this.#taps.length + 1 <= all.length; this.#at += this.#step) {
      given.push(this.#sampleOf(all));
    }
    const whole = Math.min(Math.floor(this.#at), all.length);
    this.#past = all.slice(whole);
    this.#at -= whole;
    return Float32Array.from(given);
  }

  #sampleOf(all: Float32Array): number {
    const whole = Math.floor(this.#at);
    const fraction = this.#at - whole;
    const before = this.#filtered(all, whole);
    return fraction === 0 ? before : before + fraction * (this.#filtered(all, whole + 1) - before);
  }

  #filtered(all: Float32Array, from: number): number {
    let sum = 0;
    for (const [at, tap] of this.#taps.entries()) sum += tap * (all[from + at] ?? 0);
    return sum;
  }
}

/** A windowed sinc (Hamming), whose taps add up to 1. A rate of 8,000 needs none. */
function lowPass(rate: number): Float32Array {
  if (rate <= telephoneRate) return Float32Array.of(1);
  const half = Math.round((widthInTelephoneSamples * rate) / telephoneRate / 2);
  const taps = Float32Array.from({ length: 2 * half + 1 }, (_, at) => {
    const x = at - half;
    const turn = (2 * Math.PI * cutoff * x) / rate;
    const sinc = x === 0 ? 1 : Math.sin(turn) / turn;
    return sinc * (0.54 + 0.46 * Math.cos((Math.PI * x) / half));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

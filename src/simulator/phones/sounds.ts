/** What built-in phones say, and when there is something to be heard. */

const samplesPerMs = 8;
const loudness = 8_000;
/** As voicemail tells silence. */
const silenceRms = 150;

/** A tone as a phone says it: 440 Hz, which is not the one behind which a caller speaks. */
export function tone(durationMs: number): Int16Array {
  return Int16Array.from({ length: durationMs * samplesPerMs }, (_, at) =>
    Math.round(loudness * Math.sin((2 * Math.PI * 440 * at) / 8_000)),
  );
}

export function isLoud(pcm: Int16Array): boolean {
  let energy = 0;
  for (const sample of pcm) energy += sample * sample;
  return pcm.length > 0 && energy / pcm.length >= silenceRms * silenceRms;
}

/** A second behind what was said: longer than a pause between words. */
const quietSamples = 8_000;
/** Of one who has said nothing at all. */
const speechlessSamples = 24_000;

/**
 * Tells when the other side has finished speaking. Silence is counted in samples that came, not by the
 * clock: a machine that stands still for a while is not taken for a pause.
 */
export class QuietWatch {
  #hasHeard = false;
  #quiet = 0;

  /** True once it is quiet. */
  take(pcm: Int16Array): boolean {
    if (isLoud(pcm)) {
      this.#hasHeard = true;
      this.#quiet = 0;
      return false;
    }
    this.#quiet += pcm.length;
    return this.#quiet >= (this.#hasHeard ? quietSamples : speechlessSamples);
  }
}

/** What a phone has heard, up to a bound; what comes above it is not kept. */
export class HeardSound {
  readonly #samplesMax: number;
  #pieces: Int16Array[] = [];
  #samples = 0;

  constructor(durationMsMax: number) {
    this.#samplesMax = durationMsMax * samplesPerMs;
  }

  take(pcm: Int16Array): void {
    if (this.#samples + pcm.length > this.#samplesMax) return;
    this.#pieces.push(pcm);
    this.#samples += pcm.length;
  }

  get pcm(): Int16Array {
    const whole = new Int16Array(this.#samples);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

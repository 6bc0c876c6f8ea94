/**
 * The loudspeaker: frames are played one behind the other, the first 60 ms late, so that one that is late
 * leaves no gap. Without an AudioWorklet, which plain http hosts do not have.
 */

const rate = 8_000;
const gatheredS = 0.06;
/** Above it what comes is left out: a call is not heard seconds later. */
const behindMaxS = 1;

export class Ear {
  readonly #context = new AudioContext({ sampleRate: rate, latencyHint: 'interactive' });
  /** When the next frame begins, by the clock of the context. */
  #nextAt = 0;

  /** PCM of 16 bit, little-endian. */
  play(octets: ArrayBuffer): void {
    const now = this.#context.currentTime;
    if (this.#nextAt < now) this.#nextAt = now + gatheredS;
    if (octets.byteLength < 2 || this.#nextAt - now > behindMaxS) return;
    const source = this.#context.createBufferSource();
    source.buffer = this.#bufferOf(octets);
    source.connect(this.#context.destination);
    source.start(this.#nextAt);
    this.#nextAt += source.buffer.duration;
  }

  close(): void {
    void this.#context.close();
  }

  #bufferOf(octets: ArrayBuffer): AudioBuffer {
    const view = new DataView(octets);
    const samples = octets.byteLength >> 1;
    const buffer = this.#context.createBuffer(1, samples, rate);
    const channel = buffer.getChannelData(0);
    for (let at = 0; at < samples; at += 1) channel[at] = view.getInt16(at * 2, true) / 32_768;
    return buffer;
  }
}

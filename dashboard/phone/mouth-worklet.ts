/** Runs beside the page, where the microphone's sound comes: it gives frames of 20 ms as a phone line takes them. */
import { Downsampler } from './downsampler.ts';

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, made: new () => AudioWorkletProcessor): void;

const frameSamples = 160;
const loudest = 32_767;

class Mouth extends AudioWorkletProcessor {
  readonly #down = new Downsampler(sampleRate);
  #frame = new DataView(new ArrayBuffer(frameSamples * 2));
  #filled = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const [sound] = input ?? [];
    if (sound !== undefined) {
      for (const sample of this.#down.take(sound)) this.#add(sample);
    }
    return true;
  }

  #add(sample: number): void {
    const clipped = Math.max(-1, Math.min(1, sample));
    this.#frame.setInt16(this.#filled * 2, Math.round(clipped * loudest), true);
    this.#filled += 1;
    if (this.#filled < frameSamples) return;
    const { buffer } = this.#frame;
    this.port.postMessage(buffer, [buffer]);
    this.#frame = new DataView(new ArrayBuffer(frameSamples * 2));
    this.#filled = 0;
  }
}

registerProcessor('mouth', Mouth);

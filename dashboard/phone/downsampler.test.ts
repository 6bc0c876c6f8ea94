import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Downsampler } from './downsampler.ts';

/** A second of a tone, brought down in pieces of 128 as an AudioWorklet gives them. */
function broughtDown(rate: number, hertz: number): Float32Array {
  const down = new Downsampler(rate);
  const sound = Float32Array.from({ length: rate }, (_, at) =>
    Math.sin((2 * Math.PI * hertz * at) / rate),
  );
  const given: number[] = [];
  for (let at = 0; at < rate; at += 128) given.push(...down.take(sound.subarray(at, at + 128)));
  return Float32Array.from(given);
}

/** How strong a tone is, and how strong all that is: 1 and 1 for a pure tone. */
function strengthOf(sound: Float32Array, hertz: number): { tone: number; all: number } {
  let [real, imaginary, energy] = [0, 0, 0];
  const settled = sound.subarray(400, 7_600);
  settled.forEach((sample, at) => {
    const angle = (2 * Math.PI * hertz * at) / 8_000;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
    energy += sample * sample;
  });
  const tone = (2 * Math.hypot(real, imaginary)) / settled.length;
  return { tone, all: Math.sqrt((2 * energy) / settled.length) };
}

suite('sound of a microphone', () => {
  for (const rate of [48_000, 44_100, 16_000, 8_000]) {
    test(`of ${rate} samples a second becomes a telephone's`, () => {
      const sound = broughtDown(rate, 1_000);
      assert.ok(Math.abs(sound.length - 8_000) < 200, `${sound.length} samples`);
      const { tone, all } = strengthOf(sound, 1_000);
      assert.ok(tone > 0.97 && tone < 1.03, `the tone is ${tone}`);
      assert.ok(Math.abs(all - tone) < 0.03, `beside it is noise: ${all}`);
    });
  }

  test('does not fold down what a telephone cannot carry', () => {
    const { all } = strengthOf(broughtDown(48_000, 6_000), 2_000);
    assert.ok(all < 0.02, `${all} is left`);
  });
});

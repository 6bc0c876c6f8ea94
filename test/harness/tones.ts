/** How loud a tone is in samples of a telephone. */

const rate = 8_000;

/** Its amplitude, as a mean over all samples (a Fourier sum at one frequency). */
export function toneStrength(samples: Int16Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, at) => {
    const angle = (2 * Math.PI * hertz * at) / rate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

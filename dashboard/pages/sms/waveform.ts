/** The shape of a sound: how loud it is from beginning to end. */

/** Of the files that the server makes: 16 bit, little end first, one channel. */
const samplesPerSecond = 8_000;
export const headerBytes = 44;
/** Below a hundredth of what fits nobody hears a voice. */
const quietBelow = 0.01;

export type Waveform = {
  /** The loudest of each slice, 0 to 1. */
  readonly peaks: readonly number[];
  readonly durationMs: number;
  /** The share of slices in which hardly anything is heard, 0 to 1. */
  readonly quiet: number;
};

/** `octets`: only samples, no header. An odd byte at the end is ignored. */
export function waveformOf(octets: ArrayBuffer, slices: number): Waveform {
  const view = new DataView(octets);
  const count = Math.floor(octets.byteLength / 2);
  const peaks = Array.from({ length: slices }, (_, slice) =>
    peakOf(view, Math.floor((slice * count) / slices), Math.floor(((slice + 1) * count) / slices)),
  );
  return {
    peaks,
    durationMs: (count / samplesPerSecond) * 1_000,
    quiet: peaks.filter((peak) => peak < quietBelow).length / Math.max(1, slices),
  };
}

function peakOf(view: DataView, from: number, to: number): number {
  let peak = 0;
  for (let at = from; at < to; at += 1) {
    peak = Math.max(peak, Math.abs(view.getInt16(at * 2, true)));
  }
  return peak / 32_768;
}

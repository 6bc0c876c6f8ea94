import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { waveformOf } from './waveform.ts';

suite('the shape of a sound', () => {
  test('is the loudest sample of each slice, whatever its sign', () => {
    const samples = Int16Array.of(0, 100, -16_384, 0, 32_767, 8_192, 0, 0);
    const { peaks, quiet } = waveformOf(samples.buffer, 4);
    assert.deepEqual(
      peaks.map((peak) => Number(peak.toFixed(2))),
      [0, 0.5, 1, 0],
    );
    assert.equal(quiet, 0.5);
  });

  test('lasts as long as 8,000 samples a second do, an odd octet aside', () => {
    assert.equal(waveformOf(new ArrayBuffer(16_001), 4).durationMs, 1_000);
  });

  test('of nothing is quiet', () => {
    const expected = { peaks: [0, 0], durationMs: 0, quiet: 1 };
    assert.deepEqual(waveformOf(new ArrayBuffer(0), 2), expected);
  });
});

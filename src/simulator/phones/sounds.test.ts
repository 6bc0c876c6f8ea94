import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeardSound, isLoud, QuietWatch, tone } from './sounds.ts';

const packet = 160;
const silent = new Int16Array(packet);
const loud = tone(20);

/** How many silent packets it takes. */
function packetsUntilQuiet(watch: QuietWatch): number {
  for (let count = 1; count < 1_000; count += 1) if (watch.take(silent)) return count;
  throw new Error('it never is quiet');
}

suite('a phone', () => {
  test('takes a second of silence for the end of what is said, and a pause for none', () => {
    const watch = new QuietWatch();
    for (let count = 0; count < 30; count += 1) watch.take(loud);
    for (let count = 0; count < 49; count += 1) assert.equal(watch.take(silent), false);
    assert.equal(watch.take(loud), false);
    assert.equal(packetsUntilQuiet(watch), 50);
  });

  test('waits three seconds for somebody who says nothing', () => {
    assert.equal(packetsUntilQuiet(new QuietWatch()), 150);
  });

  test('hears a tone, and not the noise of a line', () => {
    assert.ok(isLoud(loud));
    assert.ok(!isLoud(silent.map((_, at) => (at % 2 === 0 ? 100 : -100))));
    assert.ok(!isLoud(new Int16Array()));
  });

  test('keeps what it has heard up to its bound', () => {
    const heard = new HeardSound(50);
    for (let count = 0; count < 5; count += 1) heard.take(loud);
    assert.equal(heard.pcm.length, 2 * packet);
    assert.deepEqual(heard.pcm.subarray(packet), loud);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { sampleTone } from '#test/harness/rtp-ears.ts';
import { writeWav } from '../sip/media/wav.ts';
import { readGreeting } from './greeting.ts';
import { GreetingReader } from './greeting-reader.ts';

suite('the reader of greetings', () => {
  test('answers from its thread what is read here, good or bad', async () => {
    await using reader = new GreetingReader(systemClock);
    for (const file of [writeWav(sampleTone(700), 16_000), Buffer.from('RIFF')]) {
      assert.deepEqual(await reader.read(file), readGreeting(file));
    }
  });

  test('that is closed reads nothing', async () => {
    const reader = new GreetingReader(systemClock);
    await reader[Symbol.asyncDispose]();
    assert.equal(await reader.read(writeWav(sampleTone(100))), undefined);
  });
});

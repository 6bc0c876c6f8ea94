import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { readStandardInput } from './standard-input.ts';

test('a pipe is read to its end, wherever it is cut', async () => {
  const octets = [...Buffer.from('é€\n')].map((octet) => Buffer.from([octet]));
  assert.equal(await readStandardInput(Readable.from(octets), new HeldClock()), 'é€\n');
});

test('nobody waits for a terminal', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  assert.equal(await readStandardInput(terminal, new HeldClock()), undefined);
});

test('an endless pipe is read no further than any secret is long', async () => {
  const endless = new Readable({
    read() {
      this.push('x'.repeat(500));
    },
  });
  const text = await readStandardInput(endless, new HeldClock());
  assert.equal(text?.length, 1_024);
  assert.ok(endless.destroyed);
});

test('a pipe that nobody closes is given up', async () => {
  const clock = new HeldClock();
  const reading = readStandardInput(new PassThrough(), clock);
  const refused = assert.rejects(reading, /stayed open for two minutes/);
  clock.advance(120_000);
  await refused;
});

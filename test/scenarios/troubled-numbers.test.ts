/** Numbers that are throttled or fail for now, mixed into many that are well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const rounds = 5;
const eachRound = 200;
/** Throttled for ten seconds, queue full three times, system error once, temporary twice. */
const troubled = ['+33639980122', '+33639980123', '+33639980124', '+33639980127'];

test('throttled and failing numbers do not keep a thousand others from going at the rate of a calm run', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const send = async (phones: readonly string[]) => {
    const phoneNumbers = phones.join(',');
    const sent = { apiKey: app.testKey, phoneNumbers, message: 'Hello', urlDlr: sink.url };
    assert.equal((await app.post('/v1/send', sent)).status, 200);
  };
  for (let round = 0; round < rounds; round += 1) {
    await send([...wellNumbers(round), ...troubled]);
  }
  const well = rounds * eachRound;
  const bodies = (await sink.until(well + 1, isDelivered)).map(({ body }) => body);
  // The first throttled number is delivered ten seconds after its first submit: at the 8 a second of a bind that
  // slows down for it, a tenth of the others would be.
  const first = bodies.findIndex((body) => body.includes('33639980122'));
  const before = first === -1 ? bodies.length : first;
  assert.ok(before > 0.9 * well, `${before} of ${well} came before the throttled number`);
});

function isDelivered({ body }: { readonly body: string }): boolean {
  return body.includes('"status":"delivered"');
}

function wellNumbers(round: number): readonly string[] {
  return Array.from(
    { length: eachRound },
    (_, n) => `+336120${round}0${String(n).padStart(3, '0')}`,
  );
}

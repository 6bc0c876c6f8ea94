/** `hlr/notify` over the whole program: answered at once, told number by number to the URL that it names. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

function notify(app: OpenedApp, parameters: object) {
  return app.post('/v1/hlr/notify', { apiKey: app.testKey, ...parameters });
}

suite('POST /v1/hlr/notify', { timeout: 60_000 }, () => {
  test('posts one result for each number, as lookup tells it, and says that the plan answered', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp();
    const phoneNumbers = ['0612345678', '+442079460018', '12'];
    const { status, json } = await notify(app, { phoneNumbers, notifyUrl: sink.url });
    assert.equal(status, 200);
    const { campaignId, ...answer } = json;
    assert.deepEqual(answer, { success: true, code: 200, number: 3, cost: 0, currency: 'EUR' });
    assert.ok(Number.isSafeInteger(campaignId));
    await sink.until(3);
    const looked = await app.post('/v1/lookup', { apiKey: app.testKey, phoneNumbers });
    const bodies = sink.received.map(({ body }) => JSON.parse(body) as { request: string });
    assert.deepEqual(
      bodies.toSorted((a, b) => a.request.localeCompare(b.request)),
      (looked.json['lookup'] as { request: string }[])
        .map((result) => ({ campaignId, ...result, source: 'plan' }))
        .toSorted((a, b) => a.request.localeCompare(b.request)),
    );
    assert.ok(sink.received.every(({ headers }) => headers['webhook-event'] === 'lookup'));
  });

  test('goes to the URL of reports where it names none, and can be pulled', async () => {
    await using app = await openApp();
    assert.equal((await notify(app, { phoneNumbers: '+33612345678' })).status, 200);
    const { json } = await app.get(`/v1/events?apiKey=${app.testKey}&wait=30&event=lookup`);
    const [event] = json['events'] as readonly { readonly payload: object }[];
    assert.partialDeepStrictEqual(event?.payload, { countryCode: 'FR', source: 'plan' });
  });

  test('names what is wrong with the numbers and the URL', async () => {
    await using app = await openApp();
    const missing = await notify(app, {});
    assert.deepEqual([missing.status, missing.json['code']], [400, 2]);
    const refused = await notify(app, {
      phoneNumbers: '+33612345678',
      notifyUrl: 'http://10.0.0.1/',
    });
    assert.deepEqual([refused.status, refused.json['code']], [400, 9]);
    assert.match(JSON.stringify(refused.json['errors']), /children\[notifyUrl\]/);
  });
});

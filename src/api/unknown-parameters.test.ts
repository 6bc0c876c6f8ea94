import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { liveKey, openApiWorld } from '#test/harness/api-world.ts';

async function look(parameters: object) {
  await using world = await openApiWorld();
  const body = JSON.stringify({ apiKey: liveKey, phoneNumbers: '+33639980001', ...parameters });
  const { status, text } = await world.ask('/v1/lookup', { method: 'POST', body });
  return { status, json: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

suite('a parameter that its command does not know', () => {
  test('fails nothing, and is listed as it was written', async () => {
    const { status, json } = await look({ Phonenumber: 1, colour: { a: 2 }, _format: 'json' });
    assert.equal(status, 200);
    assert.deepEqual(json['ignored'], ['Phonenumber', 'colour']);
    assert.ok(Array.isArray(json['lookup']));
  });

  test('is not spoken of where there is none, whatever the case of the others', async () => {
    const { json } = await look({ PHONENUMBERS: undefined, IdempotencyKey: 'k', strict: 0 });
    assert.equal('ignored' in json, false);
  });

  test('is refused by name where the request is strict', async () => {
    const { status, json } = await look({ colour: 1, size: 2, strict: 1 });
    assert.deepEqual([status, json['code']], [400, 9]);
    const elements = json['error'] as readonly { readonly elementId: string }[];
    assert.deepEqual(
      elements.map(({ elementId }) => elementId),
      ['children[colour].data', 'children[size].data'],
    );
    assert.equal((await look({ strict: 1 })).status, 200);
    assert.equal((await look({ strict: 'perhaps' })).status, 400);
  });

  test('is repeated in part: twenty names of forty characters', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${at}${'x'.repeat(60)}`, 1]),
    );
    const { json } = await look(many);
    const ignored = json['ignored'] as readonly string[];
    assert.equal(ignored.length, 20);
    assert.ok(ignored.every((name) => name.length === 40));
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';

function lookUp(world: Awaited<ReturnType<typeof openApiWorld>>, phoneNumbers: unknown) {
  const body = JSON.stringify({ apiKey: liveKey, phoneNumbers });
  return world.ask('/v1/lookup', { method: 'POST', body });
}

suite('POST /v1/lookup', () => {
  test('tells what the plan knows of a number, in every way of writing it', async () => {
    await using world = await openApiWorld();
    const { body } = await lookUp(world, ['0612345678', '+442079460018', '12', '+1 415 555 2671']);
    const [french, british, nobody, american] = body['lookup'] as readonly object[];
    assert.deepEqual(french, {
      request: '0612345678',
      success: true,
      countryCode: 'FR',
      prefixCode: 33,
      phoneNumber: '+33612345678',
      type: 'mobile',
      network: '',
      format: {
        e164: '+33612345678',
        international: '+33 6 12 34 56 78',
        national: '06 12 34 56 78',
        rfc3966: 'tel:+33612345678',
      },
    });
    assert.deepEqual(
      [british, american].map((each) => {
        const { countryCode, type } = each as { countryCode: string; type: string };
        return [countryCode, type];
      }),
      [
        ['GB', 'fixed_line'],
        ['US', 'fixed_line_or_mobile'],
      ],
    );
    assert.deepEqual(nobody, { request: '12', success: false });
  });

  test('names the network whose range it is, where that was imported', async () => {
    const networks = new Map([['33612345678', '20801']]);
    await using world = await openApiWorld({ networkOf: (phone) => networks.get(phone) });
    const { body } = await lookUp(world, ['0612345678', '0612345679']);
    assert.deepEqual(
      (body['lookup'] as readonly { network: string }[]).map(({ network }) => network),
      ['20801', ''],
    );
  });

  test('needs numbers, up to 500 of them', async () => {
    await using world = await openApiWorld();
    assertRefused(await lookUp(world, undefined), 400, 2, 'phoneNumbers');
    const many = Array.from({ length: 501 }, (_, index) => `06${String(index).padStart(8, '0')}`);
    assertRefused(await lookUp(world, many), 400, 50, 'phoneNumbers');
  });
});

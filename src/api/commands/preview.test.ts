import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPolicy } from '#accounts/limits/policy.ts';
import type { ApiPorts } from '#api/api-server.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';

/** The API before an engine that judges. */
async function openWorld() {
  const stack = new AsyncDisposableStack();
  const sms = stack.use(await openSmsWorld());
  const preview: ApiPorts['preview'] = (request) => judge(sms, request);
  const api = stack.use(await openApiWorld({ preview }));
  return {
    sms,
    ask: (path: string, changes: object = {}) =>
      api.ask(path, { method: 'POST', body: asked(changes) }),
    sent: api.sent,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function asked(changes: object): string {
  return JSON.stringify({
    apiKey: liveKey,
    phoneNumbers: ['0612345678', '+447700800123'],
    message: 'Où êtes-vous ?',
    ...changes,
  });
}

function judge(sms: SmsWorld, request: Parameters<ApiPorts['preview']>[0]) {
  const caller = { ...request.caller, account: { ...sms.account, transliterate: 'off' as const } };
  return sms.sender(() => undefined).preview({ ...request, caller });
}

suite('POST /v1/preview', () => {
  test('tells of each recipient what a send would do, and sends nothing', async () => {
    await using world = await openWorld();
    const { body } = await world.ask('/v1/preview');
    assert.deepEqual(body, {
      success: true,
      code: 200,
      sender: '',
      message: 'Où êtes-vous ?',
      nb_sms: 1,
      cost: 0.04,
      currency: 'EUR',
      recipients: [
        {
          success: true,
          phoneNumber: '+33612345678',
          encoding: 'UCS-2',
          units: 14,
          nb_sms: 1,
          forcedBy: 'ê',
          operator: 'one',
          route: 'only route',
          unitPrice: 0.04,
          cost: 0.04,
        },
        {
          success: false,
          phoneNumber: '+447700800123',
          code: 13,
          message: 'The account has no price for +447700800123.',
        },
      ],
    });
    assert.deepEqual(world.sent, []);
  });

  test('tells until when marketing would wait, and what would hold it', async () => {
    await using world = await openWorld();
    const { sms } = world;
    const policy = { ...defaultPolicy(sms.account.id), quietHours: 'country' } as const;
    await sms.storage.accounts.savePolicy(policy, anAuthor);
    await sms.opened.limits.reload();
    const phoneNumbers = '0612345678';
    for (const [path, dryRun] of [
      ['/v1/preview', 0],
      ['/v1/send', 1],
    ] as const) {
      const { body } = await world.ask(path, { phoneNumbers, marketing: 1, dryRun });
      const [recipient] = body['recipients'] as Record<string, unknown>[];
      assert.equal(recipient?.['deferredUntil'], '2030-01-02 08:00:00');
      assert.match(String(recipient['waits']), /^until 2030-01-02 08:00:00: quiet hours/);
      assert.equal('held' in recipient, false);
    }
    const { body } = await world.ask('/v1/preview', { phoneNumbers });
    assert.equal('waits' in ((body['recipients'] as object[])[0] ?? {}), false);
    assert.deepEqual(world.sent, []);
  });

  test('is what send answers to dryRun', async () => {
    await using world = await openWorld();
    const previewed = await world.ask('/v1/preview');
    const tried = await world.ask('/v1/send', { dryRun: 1 });
    assert.deepEqual(tried.body, previewed.body);
    assert.deepEqual(world.sent, []);
  });

  test('shows the text as it would be written', async () => {
    await using world = await openWorld();
    const { body } = await world.ask('/v1/preview', { transliterate: 'letters' });
    assert.equal(body['message'], 'Où etes-vous ?');
    assertRefused(
      await world.ask('/v1/preview', { transliterate: 'all' }),
      400,
      9,
      'transliterate',
    );
  });

  test('names what is missing as send does', async () => {
    await using world = await openWorld();
    assertRefused(await world.ask('/v1/preview', { message: '' }), 400, 43, 'message');
  });
});

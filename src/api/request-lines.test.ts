/** What the log says of requests, no matter who answers them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Customer } from '#sms/customers/smpp-user.ts';
import { smppUserDefaults } from '#sms/customers/smpp-user.ts';
import { type ApiWorld, account, openApiWorld } from '#test/harness/api-world.ts';
import { noAdapters } from '#test/harness/unasked.ts';

type Line = Readonly<Record<string, unknown>>;

function requestLines({ logLines }: ApiWorld): readonly Line[] {
  return logLines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => String(event).startsWith('request.'));
}

const customer: Customer = {
  account,
  user: {
    id: 1,
    accountId: account.id,
    systemId: 'shop',
    passwordHash: '',
    mode: 'live',
    state: 'active',
    settings: smppUserDefaults,
    createdAtMs: 0,
  },
};

suite('the line of a request', () => {
  test('has its account, what was answered with, and never what the client wrote', async () => {
    await using world = await openApiWorld();
    const { text } = await world.send();
    const bytes = Buffer.byteLength(text);
    assert.partialDeepStrictEqual(requestLines(world), [
      {
        event: 'request.answered',
        path: '/v1/send',
        account: 7,
        status: 200,
        durationMs: 0,
        bytes,
      },
    ]);
    await world.send({ message: '' });
    await world.ask('/v1/send?apiKey=wrong');
    assert.partialDeepStrictEqual(requestLines(world).slice(1), [
      { event: 'request.refused', path: '/v1/send', account: 7 },
      { event: 'request.refused', path: '/v1/send' },
    ]);
    assert.doesNotMatch(world.logLines.join(''), /wrong"|CANARY/);
  });

  test('is written for other gateways’ clients and for pages, too', async () => {
    const adapters = Object.create(noAdapters, {
      gateways: { value: ['kannel'] },
      refuseNow: { value: () => undefined },
      customers: {
        value: {
          identify: async ({ password }: { readonly password: string }) =>
            password === 'right' ? customer : 'wrong',
        },
      },
      clock: { value: { nowMs: () => 0 } },
      checkUrl: { value: () => ({ ok: false }) },
    }) as typeof noAdapters;
    await using world = await openApiWorld({ adapters });
    await world.ask('/cgi-bin/sendsms?username=shop&password=wrong&to=33612345678&text=Hello');
    await world.ask('/cgi-bin/sendsms?username=shop&password=right&text=Hello');
    await world.ask('/healthz');
    const path = '/cgi-bin/sendsms';
    assert.partialDeepStrictEqual(requestLines(world), [
      { event: 'request.refused', path, status: 403 },
      { event: 'request.refused', path, status: 400, account: 7 },
      { event: 'request.answered', path: '/healthz', status: 200 },
    ]);
    assert.doesNotMatch(world.logLines.join(''), /33612345678|Hello|right/);
  });
});

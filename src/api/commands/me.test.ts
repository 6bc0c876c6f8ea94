import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import {
  account,
  assertRefused,
  callerOf,
  liveKey,
  openApiWorld,
  testKey,
} from '#test/harness/api-world.ts';

suite('GET /v1/me', () => {
  test('tells who the account is and what its balance buys', async () => {
    await using world = await openApiWorld({ countToSend: async () => 12 });
    const { body } = await world.ask(`/v1/me?apiKey=${liveKey}`);
    assert.deepEqual(body, {
      success: true,
      code: 200,
      user: { id: 7, username: 'a@example.com', firstname: 'Ada', lastname: 'Example' },
      credits: {
        creditSms: 269_082,
        creditSmsECO: 269_082,
        creditSmsLowCost: 269_082,
        creditHlr: 0,
        toSend: 12,
        solde: '10225.119',
        balance: '10225.119',
        currency: 'EUR',
      },
    });
  });

  test('shows a test key the money that it spends', async () => {
    await using world = await openApiWorld();
    const { body } = await world.ask(`/v1/me?apiKey=${testKey}`);
    assert.equal((body['credits'] as { balance: string }).balance, '100.000');
  });

  test('reads the balance anew, however old the caller is', async () => {
    await using world = await openApiWorld({
      authenticate: async () => callerOf('live', { balance: 1 as Millionths }),
      accounts: { findAccount: async () => ({ ...account, balance: -1_500_000 as Millionths }) },
    });
    const { body } = await world.ask('/v1/me?apiKey=x');
    const { balance, creditSms } = body['credits'] as { balance: string; creditSms: number };
    assert.equal(balance, '-1.500');
    assert.equal(creditSms, 0);
  });

  test('counts nothing where the home country has no price', async () => {
    await using world = await openApiWorld({ homePrice: () => undefined });
    const { body } = await world.ask(`/v1/me?apiKey=${liveKey}`);
    assert.equal((body['credits'] as { creditSms: number }).creditSms, 0);
  });

  test('on the email base counts emails, for keys of that base', async () => {
    await using world = await openApiWorld({
      authenticate: async (_, base) => (base === 'email' ? callerOf('live') : undefined),
      homePrice: (_, base) => (base === 'email' ? (1_000_000 as Millionths) : undefined),
    });
    const { body } = await world.ask('/mail/v1/me?apiKey=x');
    assert.deepEqual(body['credits'], {
      creditMail: 10_225,
      balance: '10225.119',
      solde: '10225.119',
      currency: 'EUR',
    });
    assertRefused(await world.ask('/v1/me?apiKey=x'), 401, 10);
  });
});

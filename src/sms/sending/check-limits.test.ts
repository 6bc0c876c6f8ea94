import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AccountPolicy, LimitException } from '#accounts/limits/policy.ts';
import { defaultPolicy } from '#accounts/limits/policy.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { money, phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { aKey, aPhone, openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';

const german = phone('491711234567');
const satellite = phone('881612345678');
const premium = phone('33899123456');

async function withPolicy(world: SmsWorld, over: Partial<AccountPolicy>): Promise<void> {
  await world.storage.accounts.savePolicy(
    { ...defaultPolicy(world.account.id), ...over },
    anAuthor,
  );
  await world.opened.limits.reload();
}

async function withLimit(
  world: SmsWorld,
  exception: Omit<LimitException, 'accountId' | 'keyId'>,
): Promise<void> {
  const { id: accountId } = world.account;
  await world.storage.accounts.setException({ accountId, keyId: 0, ...exception }, anAuthor);
  await world.opened.limits.reload();
}

async function refusalOf(world: SmsWorld, changes: Partial<SendRequest> = {}): Promise<unknown> {
  const reply = await world.send(changes);
  return reply.ok ? undefined : reply.refusal;
}

suite('an account sends', () => {
  test('to its own country until others are opened', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, {});
    const refusal = { why: 'country is closed', phones: [german] };
    assert.deepEqual(await refusalOf(world, { phones: [aPhone, german] }), refusal);
    await world.sent();
    await withPolicy(world, { countries: new Set(['BE', 'DE']) });
    await world.sent({ phones: [aPhone, german] });
    await withPolicy(world, { countries: new Set(['BE']) });
    assert.deepEqual(await refusalOf(world, { phones: [german] }), refusal);
  });

  test('to no numbers that cost more than others, unless they are opened', async () => {
    await using world = await openSmsWorld();
    for (const each of [premium, satellite]) {
      const refusal = { why: 'number is costly', phones: [each] };
      assert.deepEqual(await refusalOf(world, { phones: [each] }), refusal);
    }
    await withPolicy(world, { countries: 'all', costlyNumbers: true });
    await world.sent({ phones: [premium] });
  });

  test('to no listed ranges but at home, whatever countries are open, unless they are opened too', async () => {
    await using world = await openSmsWorld();
    const [cuban, somali] = [phone('5351234567'), phone('252612345678')];
    for (const countries of ['all', new Set(['CU', 'SO'])] as const) {
      await withPolicy(world, { countries });
      for (const each of [cuban, somali]) {
        const refusal = { why: 'number is costly', phones: [each] };
        assert.deepEqual(await refusalOf(world, { phones: [each] }), refusal);
      }
    }
    await withPolicy(world, { countries: 'all' });
    const range = { prefix: '4917', reason: 'a test', listedAtMs: 0 };
    await world.storage.calls.saveRiskyRange(range, anAuthor, 500);
    await world.opened.limits.reload();
    const listed = { why: 'number is costly', phones: [german] };
    assert.deepEqual(await refusalOf(world, { phones: [german] }), listed);
    await withPolicy(world, { countries: 'all', costlyNumbers: true });
    await world.sent({ phones: [german] });
    await withPolicy(world, { countries: 'all' });
    await world.storage.calls.saveRiskyRange({ ...range, prefix: '336' }, anAuthor, 500);
    await world.storage.calls.removeRiskyRange('4917', anAuthor);
    await world.opened.limits.reload();
    await world.sent({ phones: [aPhone, german] });
  });

  test('no part that costs more than a quarter, unless that is raised', async () => {
    await using world = await openSmsWorld();
    const dear = { accountId: 0, prefix: '49', fromMs: 0, price: money(250_001) };
    await world.storage.operators.setPrices([dear], anAuthor);
    await world.readDirectory();
    const refusal = { why: 'price is above the ceiling', phones: [german] };
    assert.deepEqual(await refusalOf(world, { phones: [german] }), refusal);
    await withLimit(world, { rule: 'part-price', limit: { max: 250_001, action: 'block' } });
    await world.sent({ phones: [german] });
  });

  test('what it likes as a test, for nobody pays for that', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, { trust: 'new' });
    const caller = { account: world.account, key: aKey('test') };
    for (let n = 0; n < 10; n += 1) await world.sent({ caller });
    await world.sent({ caller, phones: [german] });
    await world.sent({ sandbox: true, phones: [german] });
  });
});

suite('a limit', () => {
  test('refuses with its name, its number and when to come back', async () => {
    await using world = await openSmsWorld();
    await withLimit(world, { rule: 'country-hour', limit: { max: 2, action: 'block' } });
    await world.sent();
    await world.sent();
    assert.deepEqual(await refusalOf(world), {
      why: 'limit is reached',
      rule: 'country-hour',
      max: 2,
      retryAfterS: 3_600,
    });
  });

  test('counts what was accepted, and nothing else', async () => {
    await using world = await openSmsWorld({ balance: 50_000 });
    await withLimit(world, { rule: 'spend-day', limit: { max: 80_000, action: 'block' } });
    await world.sent();
    // The balance is too low for a second one, whatever the limit says.
    for (let n = 0; n < 3; n += 1) {
      const refusal = (await refusalOf(world)) as { readonly why: string };
      assert.equal(refusal.why, 'balance is too low');
    }
    world.away = true;
    await assert.rejects(world.send());
    world.away = false;
    const idempotency = { key: 'a', fingerprint: 'b' };
    await world.storage.accounts.move({
      accountId: world.account.id,
      purse: 'live',
      amount: money(1_000_000),
      kind: 'top-up',
      actor: 'test',
      atMs: 0,
    });
    await world.sent({ idempotency });
    assert.deepEqual(await refusalOf(world), {
      why: 'too much is spent',
      rule: 'spend-day',
      max: 80_000,
    });
  });

  test('that holds accepts, and sends nothing before somebody releases it', async () => {
    await using world = await openSmsWorld();
    await withLimit(world, { rule: 'run', limit: { max: 2, action: 'hold' } });
    const row = [0, 1, 2].map((n) => phone(`3361234500${n}`));
    for (const each of row.slice(0, 2))
      assert.equal((await world.sent({ phones: [each] })).held, false);
    const sent = await world.sent({ phones: row.slice(2) });
    assert.equal(sent.held, true);
    assert.equal(await world.owed(), 2);
    assert.equal(world.offered.at(-1)?.job.lane, `held/${world.operator.id}/0:normal/1`);
    assert.equal(world.choices.at(-1)?.reason.heldBy, 'run');
    await world.storage.accounts.releaseHeld(world.account.id, 'send', anAuthor);
    assert.equal(await world.owed(), 3);
  });
});

suite('quiet hours', () => {
  const hourMs = 3_600_000;
  const quiet = { quietHours: 'country' } as const;

  test('are none until an account chooses them', async () => {
    await using world = await openSmsWorld();
    assert.equal((await world.sent({ marketing: true })).deferredUntilMs, null);
    await withPolicy(world, { marketing: true });
    assert.equal((await world.sent({ marketing: true })).deferredUntilMs, null);
    await withPolicy(world, quiet);
    assert.notEqual((await world.sent({ marketing: true })).deferredUntilMs, null);
  });

  test('put off marketing until the recipient’s day, and say so', async () => {
    // The world begins on New Year's Day 2030, 1 h in Paris: a holiday, and the 2nd is a Wednesday.
    await using world = await openSmsWorld();
    const dayMs = Date.UTC(2030, 0, 2, 7);
    await withPolicy(world, { countries: 'all', ...quiet });
    assert.equal((await world.sent()).deferredUntilMs, null);
    const sent = await world.sent({ marketing: true, phones: [aPhone, german] });
    assert.equal(sent.deferredUntilMs, dayMs);
    const [toFrance, toGermany] = world.offered.slice(-2);
    assert.equal(toFrance?.job.dueAtMs, dayMs);
    assert.equal(toGermany?.job.dueAtMs, world.clock.nowMs());
    assert.equal(toFrance.job.expiresAtMs, dayMs + 48 * hourMs);
    assert.equal(world.choices.at(-1)?.reason.isQuiet, true);
  });

  test('count from the time that a message is scheduled for', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, { marketing: true, ...quiet });
    const noonMs = Date.UTC(2030, 0, 3, 11);
    const noon = await world.sent({ scheduledAtMs: noonMs });
    assert.deepEqual([noon.scheduledAtMs, noon.deferredUntilMs], [noonMs, null]);
    const eveningMs = Date.UTC(2030, 0, 5, 22);
    const evening = await world.sent({ scheduledAtMs: eveningMs });
    assert.equal(evening.deferredUntilMs, Date.UTC(2030, 0, 7, 7));
    assert.equal(world.offered.at(-1)?.job.dueAtMs, Date.UTC(2030, 0, 7, 7));
  });

  test('are shown by a preview', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, quiet);
    const sender = world.sender(() => undefined);
    const reply = await sender.preview(world.request({ marketing: true }));
    const waits = reply.ok ? reply.judgement.waits : undefined;
    assert.deepEqual([...(waits?.values() ?? [])], [Date.UTC(2030, 0, 2, 7)]);
  });

  test('hold up what says that it is marketing or carries a STOP mention, and all of who sends nothing else', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, quiet);
    const defers = async (changes: Partial<SendRequest>) =>
      (await world.sent(changes)).deferredUntilMs !== null;
    assert.deepEqual(
      [await defers({}), await defers({ marketing: true }), await defers({ class: 'bulk' })],
      [false, true, false],
    );
    await withPolicy(world, { marketing: true, ...quiet });
    assert.equal(await defers({}), true);
  });

  test('let codes pass, unless they say that they are marketing', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, { marketing: true, ...quiet });
    const code = { validityMs: 600_000 };
    assert.equal((await world.sent(code)).deferredUntilMs, null);
    assert.equal((await world.sent({ class: 'urgent' })).deferredUntilMs, null);
    assert.notEqual((await world.sent({ ...code, marketing: true })).deferredUntilMs, null);
  });

  test('let tests pass, which reach no phone', async () => {
    await using world = await openSmsWorld();
    await withPolicy(world, quiet);
    const { account } = world;
    const caller = { account, key: aKey('test') };
    assert.equal((await world.sent({ marketing: true, caller })).deferredUntilMs, null);
    assert.equal((await world.sent({ marketing: true, sandbox: true })).deferredUntilMs, null);
  });

  test('are switched off by an account, and on by one whose country has none', async () => {
    await using world = await openSmsWorld();
    const caller = { account: { ...world.account, homeCountry: 'DE' }, key: aKey('live') };
    await withPolicy(world, { countries: 'all', quietHours: 'off' });
    assert.equal((await world.sent({ marketing: true })).deferredUntilMs, null);
    await withPolicy(world, { countries: 'all', quietHours: 'country' });
    assert.equal((await world.sent({ marketing: true, caller })).deferredUntilMs, null);
    await withPolicy(world, { countries: 'all', quietHours: 'on' });
    assert.notEqual((await world.sent({ marketing: true, caller })).deferredUntilMs, null);
  });
});

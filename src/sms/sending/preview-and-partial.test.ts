import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { atMs, phone } from '#test/harness/records.ts';
import { aPhone, openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';

const hourMs = 3_600_000;
const german = phone('491711234567');
const nobodys = phone('447700900123');

suite('a preview', () => {
  test('says what a send would make of each recipient, and stores nothing', async () => {
    await using world = await openSmsWorld();
    const request = world.request({ phones: [aPhone, german, nobodys], text: 'être'.repeat(20) });
    const reply = await world.sender(() => undefined).preview(request);
    assert.ok(reply.ok);
    const { going, turnedAway } = reply.judgement;
    assert.deepEqual(
      going.map(({ phone: to, plan, price, cost }) => [
        to,
        plan.firstNonGsm,
        plan.parts,
        price,
        cost,
      ]),
      [
        [aPhone, 'ê', 2, 40_000, 80_000],
        [german, 'ê', 2, 75_500, 151_000],
      ],
    );
    assert.deepEqual(turnedAway, [{ phone: nobodys, refusal: { why: 'no price' } }]);
    assert.equal(await world.owed(), 0);
    assert.equal(await world.balance(), 1_000_000);
  });
});

suite('a request that is taken in part', () => {
  const phones = [aPhone, nobodys, german];
  const texts = ['To one', 'To nobody', 'a'.repeat(200)];
  const partial = { phones, texts, text: 'To one', partial: true } as const;

  test('goes to those that it can go to, each with its own text', async () => {
    await using world = await openSmsWorld();
    const sent = await world.sent(partial);
    assert.deepEqual(sent.each, [
      { phone: aPhone, parts: 1, cost: 40_000 },
      { phone: german, parts: 2, cost: 151_000 },
      { phone: nobodys, refusal: { why: 'no price' } },
    ]);
    assert.deepEqual([sent.parts, sent.cost], [3, 191_000]);
    assert.equal(await world.balance(), 1_000_000 - 191_000);
    assert.deepEqual(
      world.offered.map(({ load }) => [
        load.recipient.phone,
        load.recipient.text,
        load.message.text,
      ]),
      [
        [aPhone, null, 'To one'],
        [german, 'a'.repeat(200), 'To one'],
        [german, 'a'.repeat(200), 'To one'],
      ],
    );
  });

  test('is refused where nobody is left, and while the money does not do', async () => {
    await using world = await openSmsWorld({ balance: 190_999 });
    const poor = await world.send(partial);
    assert.deepEqual(poor, {
      ok: false,
      refusal: { why: 'balance is too low', balance: 190_999, cost: 191_000 },
    });
    const lonely = await world.send({ ...partial, phones: [nobodys], texts: ['a'] });
    assert.deepEqual(lonely, { ok: false, refusal: { why: 'no price', phones: [nobodys] } });
    assert.equal(await world.owed(), 0);
  });
});

suite('a text that GSM lacks characters for', () => {
  test('is written in others where the request or the account wants that, and the client is told', async () => {
    await using world = await openSmsWorld();
    const sent = await world.sent({ text: 'L’été…', transliterate: 'punctuation' });
    assert.equal(sent.transliterated, "L'été...");
    assert.equal(world.offered[0]?.load.message.text, "L'été...");
    assert.equal(world.offered[0].load.recipient.form, 'gsm7/udh8/00');
    const same = await world.sent({ text: 'Hello', transliterate: 'letters' });
    assert.equal(same.transliterated, undefined);
    const kept = await world.sent({ text: 'L’été…' });
    assert.deepEqual(
      [kept.transliterated, world.offered[2]?.load.message.text],
      [undefined, 'L’été…'],
    );
    const { account } = world;
    const caller = {
      ...world.request().caller,
      account: { ...account, transliterate: 'letters' },
    } as const;
    assert.equal((await world.sent({ text: 'ê', caller })).transliterated, 'e');
    assert.equal(
      (await world.sent({ text: 'ê', caller, transliterate: 'off' })).transliterated,
      undefined,
    );
    assert.equal(
      (await world.sent({ text: 'ê', caller, forceUnicode: true })).transliterated,
      undefined,
    );
  });
});

suite('a scheduled request that is repeated after its time', () => {
  const idempotency = { key: 'k', fingerprint: 'f' };
  const scheduledAtMs = atMs + hourMs;

  async function acceptedLongAgo(world: SmsWorld) {
    const first = await world.sent({ scheduledAtMs, idempotency });
    world.clock.advance(2 * hourMs);
    return first;
  }

  test('hears the first answer', async () => {
    await using world = await openSmsWorld();
    const first = await acceptedLongAgo(world);
    assert.deepEqual(await world.sent({ scheduledAtMs, idempotency }), first);
    assert.equal(await world.balance(), 1_000_000 - 40_000);
  });

  test('and asks for something else is told so', async () => {
    await using world = await openSmsWorld();
    await acceptedLongAgo(world);
    const other = { key: 'k', fingerprint: 'g' };
    const reply = await world.send({ scheduledAtMs, idempotency: other });
    const why = 'idempotency key was used for another request';
    assert.deepEqual(reply, { ok: false, refusal: { why } });
  });

  test('and was never accepted is too late', async () => {
    await using world = await openSmsWorld();
    world.clock.advance(2 * hourMs);
    const reply = await world.send({ scheduledAtMs, idempotency });
    assert.deepEqual(reply, { ok: false, refusal: { why: 'schedule is in the past' } });
  });
});

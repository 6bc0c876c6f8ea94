import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SendRequest } from '#sms/send-request.ts';
import { longNumber, openInboundWorld, shortNumber } from '#test/harness/inbound-world.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { aKey, aPhone, type SmsWorld } from '#test/harness/sms-world.ts';

const other = phone('33698765432');

async function refusalOf(sms: SmsWorld, changes: Partial<SendRequest>): Promise<unknown> {
  const reply = await sms.send(changes);
  assert.equal(reply.ok, false);
  return reply.refusal;
}

function stop(sms: SmsWorld) {
  const stopped = { accountId: sms.account.id, phone: aPhone, createdAtMs: atMs } as const;
  return sms.opened.stops.add({ ...stopped, source: 'client' });
}

suite('a phone on the STOP list', () => {
  test('is left out, named, and not paid for', async () => {
    await using world = await openInboundWorld();
    const { sms } = world;
    await stop(sms);
    const sent = await sms.sent({ phones: [aPhone, other] });
    assert.deepEqual([sent.stopped, sent.parts, sent.cost], [[aPhone], 1, 40_000]);
    assert.deepEqual(
      sms.offered.map(({ load }) => load.recipient.phone),
      [other],
    );
  });

  test('refuses the request where no other phone is left', async () => {
    await using world = await openInboundWorld();
    await stop(world.sms);
    assert.deepEqual(await refusalOf(world.sms, {}), { why: 'stopped', phones: [aPhone] });
    assert.equal(await world.sms.balance(), 1_000_000);
  });

  test('is accepted again when it is off the list', async () => {
    await using world = await openInboundWorld();
    await stop(world.sms);
    await world.sms.opened.stops.remove(world.sms.account.id, aPhone);
    assert.equal((await world.sms.sent()).stopped, undefined);
  });
});

suite('the sender', () => {
  test('is the account’s short number where the request names none', async () => {
    await using world = await openInboundWorld();
    await world.sms.sent();
    await world.addShortNumber(world.sms.account.id);
    await world.sms.sent();
    assert.deepEqual(
      world.sms.offered.map(({ load }) => load.message.sender),
      ['', shortNumber],
    );
  });

  test('may be a number of the account, and no other number', async () => {
    await using world = await openInboundWorld();
    await world.addNumber({ digits: '33755000009', accountId: null });
    const off = await world.addNumber({ digits: '33755000008', accountId: world.sms.account.id });
    await world.sms.storage.numbers.changeNumber(off.id, { state: 'deactivated' });
    await world.sms.readNumbers();
    await world.sms.sent({ sender: longNumber });
    assert.equal(world.sms.offered[0]?.load.message.sender, longNumber);
    for (const sender of ['33755000009', '33755000008', '33755000007']) {
      const refusal = await refusalOf(world.sms, { sender });
      assert.deepEqual(refusal, { why: 'sender is not allowed', sender });
    }
  });

  test('is a number as it is dialled at home, where no number has these digits alone', async () => {
    await using world = await openInboundWorld();
    const { sms } = world;
    const accountId = sms.account.id;
    await world.addNumber({ digits: '12025550123', accountId });
    const asked = { sender: '2025550123', senderAtHome: phone('12025550123') };
    await sms.sent(asked);
    // Somebody else's stands in nobody's way, and the account's own short number goes first.
    await world.addNumber({ digits: '2025550123', accountId: null });
    await sms.sent(asked);
    await world.addNumber({ digits: '2025550', kind: 'short', accountId });
    await sms.sent({ sender: '2025550', senderAtHome: phone('12025550123') });
    assert.deepEqual(
      sms.offered.map(({ load }) => load.message.sender),
      ['12025550123', '12025550123', '2025550'],
    );
    const refusal = await refusalOf(sms, { ...asked, senderAtHome: phone('12025550124') });
    assert.deepEqual(refusal, { why: 'sender is not allowed', sender: '2025550123' });
  });

  test('of live messages is never a number of the built-in operator', async () => {
    await using world = await openInboundWorld();
    const { sms } = world;
    const number = await world.addShortNumber(sms.account.id);
    const operatorId = sms.opened.directory.builtIn?.id;
    await sms.storage.numbers.changeNumber(number.id, { operatorId });
    await sms.readNumbers();
    await sms.sent();
    const caller = { account: sms.account, key: aKey('test') };
    await sms.sent({ caller });
    assert.deepEqual(
      sms.offered.map(({ load }) => load.message.sender),
      ['', shortNumber],
    );
    const refusal = await refusalOf(sms, { sender: shortNumber });
    assert.deepEqual(refusal, { why: 'sender is not allowed', sender: shortNumber });
  });
});

suite('a text that says how to stop', () => {
  test('ends with the number to answer, which counts in its parts', async () => {
    await using world = await openInboundWorld();
    await world.addShortNumber(world.sms.account.id);
    const sent = await world.sms.sent({ saysStop: true, text: 'a'.repeat(150) });
    assert.equal(sent.parts, 2);
    const [owed] = world.sms.offered;
    assert.ok(owed?.load.message.text.endsWith('a\nSTOP au 36180'));
    await world.sms.sent({ saysStop: true, sender: longNumber });
    assert.equal(world.sms.offered.at(-1)?.load.message.text, `Hello\nSTOP au ${longNumber}`);
  });

  test('is refused where no number takes the answer', async () => {
    await using world = await openInboundWorld();
    const refusal = await refusalOf(world.sms, { saysStop: true });
    assert.deepEqual(refusal, { why: 'there is no short number' });
  });
});

test('a reply goes where the request of the message it answers wants it', async () => {
  await using world = await openInboundWorld();
  const { sms } = world;
  await world.addShortNumber(sms.account.id);
  const replyUrl = 'https://client.example/replies';
  const { messageId } = await sms.sent({ replyUrl });
  const last = { number: shortNumber, phone: aPhone, test: false, sinceMs: 0 };
  const sentFrom = { number: shortNumber, accountId: sms.account.id, messageId, test: false };
  const [owed] = sms.offered;
  assert.ok(owed);
  await sms.opened.facts.submitted({
    submittedPartId: 1,
    job: owed.job,
    operatorId: sms.operator.id,
    remoteId: 'x',
    phone: aPhone,
    submittedAtMs: atMs,
    awaitsReport: true,
    intended: false,
    sentFrom,
  });
  assert.deepEqual(
    { ...(await sms.storage.inbound.findLastSent(last)) },
    { accountId: sms.account.id, messageId, replyUrl, replyEndpointId: 42 },
  );
  const refusal = await refusalOf(sms, { replyUrl: 'https://one-too-many.example' });
  assert.deepEqual(refusal, { why: 'too many report addresses' });
});

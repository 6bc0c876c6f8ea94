import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { receive, send } from '#test/harness/receipt-steps.ts';
import { aPhone, openSmsWorld } from '#test/harness/sms-world.ts';

/** As an operator in Cayenne writes it. */
function doneDate(atMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO('America/Cayenne')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace(/\D/g, '')
    .slice(2);
}

async function toldAt(receiptTimeZone: string, doneAfterMs: number) {
  await using world = await openSmsWorld({ settings: { receiptTimeZone } });
  const { messageId, submitted } = await send(world);
  await submitted('x');
  const submittedAtMs = world.clock.nowMs();
  world.clock.advance(20 * 60_000);
  await receive(world, { id: 'x', done: doneDate(submittedAtMs + doneAfterMs) });
  const accountId = world.account.id;
  const told = await world.storage.messages.findStatus(
    { accountId, mode: 'live' },
    messageId,
    aPhone,
  );
  return must(told, 'status').atMs - submittedAtMs;
}

suite('the date of a receipt', () => {
  const minutes = 60_000;

  test('is the operator’s own where its zone is known', async () => {
    assert.equal(await toldAt('America/Cayenne', 3 * minutes), 3 * minutes);
  });

  test('is ours where its zone is not known', async () => {
    assert.equal(await toldAt('', 3 * minutes), 20 * minutes);
  });

  test('is ours where the operator’s cannot be true', async () => {
    assert.equal(await toldAt('America/Cayenne', -30 * minutes), 20 * minutes);
    assert.equal(await toldAt('Europe/Paris', 3 * minutes), 20 * minutes);
  });

  test('lies between submit and now, whatever the operator’s clock says', async () => {
    assert.equal(await toldAt('America/Cayenne', -2 * minutes), 0);
    assert.equal(await toldAt('America/Cayenne', 24 * minutes), 20 * minutes);
  });

  test('does not make its event older: those who fetch events find it behind the ones before', async () => {
    await using world = await openSmsWorld({ settings: { receiptTimeZone: 'America/Cayenne' } });
    const [first, second] = [await send(world), await send(world)];
    await first.submitted('x');
    await second.submitted('y');
    const submittedAtMs = world.clock.nowMs();
    world.clock.advance(60 * minutes);
    await receive(world, { id: 'x', done: doneDate(submittedAtMs + 59 * minutes) });
    world.clock.advance(70 * 60 * minutes);
    await receive(world, { id: 'y', done: doneDate(submittedAtMs + 2 * minutes) });
    const all = { accountId: world.account.id, after: 0, before: Number.MAX_SAFE_INTEGER };
    const events = await world.storage.webhooks.findEvents({ ...all, limit: 10 });
    const ages = events.map(({ createdAtMs }) => (createdAtMs - submittedAtMs) / minutes);
    assert.deepEqual(ages, [60, 60 + 70 * 60]);
  });
});

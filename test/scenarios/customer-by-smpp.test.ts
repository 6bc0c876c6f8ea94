/** A customer's software binds, submits, and hears by the same binds what became of it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import {
  type CustomerWorld,
  openCustomerWorld,
  startBalance,
  systemId,
} from '#test/harness/customer-world.ts';
import { receiptedId } from '#test/harness/smpp-customer.ts';
import { isWaiting } from '#test/harness/smpp-link.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** Delivered within moments, on the page of phones that do always the same. */
function phoneOf(index: number): string {
  return `336399800${String(index % 100).padStart(2, '0')}`;
}

const price = 38_000;

async function ledger(world: CustomerWorld) {
  await using storage = await openSqliteStorage(world.folder);
  return await storage.accounts.ledgerSums(world.account.id, 'test');
}

suite('a customer that binds by SMPP', () => {
  test('submits a text and gets its receipt as a deliver_sm', async () => {
    await using world = await openCustomerWorld();
    await using customer = world.customer();
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.status, 0);
    const { shortMessage, ...receipt } = await customer.delivered.next();
    assert.equal(receiptedId(receipt), answer.messageId);
    const dates = 'submit date:\\d{10} done date:\\d{10}';
    const form = `^id:${answer.messageId} sub:001 dlvrd:001 ${dates} stat:DELIVRD err:000 text:Hello$`;
    assert.match(shortMessage.toString('latin1'), new RegExp(form));
    const { esmClass, source, destination } = receipt;
    assert.deepEqual(
      { esmClass, source, destination },
      {
        esmClass: 4,
        source: { ton: 1, npi: 1, address: '33639980001' },
        destination: { ton: 5, npi: 0, address: 'Acme' },
      },
    );
  });

  test('has its messages where the HTTP interface looks for them', async () => {
    await using sink = await openWebhookSink();
    await using world = await openCustomerWorld({ user: { reports: 'both' } });
    await using storage = await openSqliteStorage(world.folder);
    await storage.webhooks.saveAccountEndpoint({
      accountId: world.account.id,
      source: 'report',
      url: sink.url,
      sealedSecret: '',
      createdAtMs: 0,
    });
    await using customer = world.customer();
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered');
    const receipt = await customer.delivered.next();
    assert.equal(receiptedId(receipt), answer.messageId);
    const status = await storage.messages.findStatus(
      world.account.id,
      Number(answer.messageId),
      '33639980001' as never,
    );
    assert.equal(status?.state, 'delivered');
  });

  test('sends ten thousand, goes away, and finds all receipts when it comes back', async () => {
    await using world = await openCustomerWorld();
    const count = 10_000;
    const ids: string[] = [];
    {
      await using customer = world.customer({ bind: 'tx' });
      await customer.bound();
      await customer.submitMany(count, addressed, (id) => ids.push(id));
    }
    assert.equal(new Set(ids).size, count);
    await using customer = world.customer({ bind: 'rx' });
    await customer.until(count);
    const told = new Set(customer.delivered.all.map(receiptedId));
    assert.deepEqual(new Set(ids), told);
    assert.equal(customer.delivered.all.length, count);
    const sums = await ledger(world);
    assert.deepEqual(
      { ...sums },
      {
        balance: startBalance - count * price,
        movements: startBalance,
        costs: count * price,
      },
    );
  });

  test('hears 0x0E for a wrong password and for a name that nobody has', async () => {
    await using world = await openCustomerWorld();
    for (const wrong of [{ password: 'guess' }, { systemId: 'NOBODY' }]) {
      await using stranger = world.customer(wrong);
      const state = await stranger.states.next(isWaiting);
      assert.ok(state.name === 'waiting');
      assert.equal(state.refusedWith, 0x0e, JSON.stringify(wrong));
    }
  });

  test('gets no more binds than it may have, and the place of one that it left', async () => {
    await using world = await openCustomerWorld({ user: { bindsMax: 1 } });
    {
      await using first = world.customer();
      await first.bound();
      await using second = world.customer();
      const state = await second.states.next(isWaiting);
      assert.ok(state.name === 'waiting');
      assert.equal(state.refusedWith, 0x05);
    }
    await using third = world.customer();
    await third.bound();
    assert.equal(third.client.roomForSubmits > 0, true, systemId);
  });
});

function addressed(index: number) {
  return { destination: { ton: 1, npi: 1, address: phoneOf(index) } };
}

/** A customer with binds at two processes on one PostgreSQL server. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import {
  type CustomerWorldOptions,
  createCustomer,
  password,
  systemId,
} from '#test/harness/customer-world.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { makeDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';
import { type CustomerOptions, openCustomer, receiptedId } from '#test/harness/smpp-customer.ts';
import { isBound, isWaiting } from '#test/harness/smpp-link.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

async function openTwo(user: CustomerWorldOptions['user'] = {}) {
  await using stack = new AsyncDisposableStack();
  const { address } = stack.use(await makeDatabase());
  const folder = stack.use(temporaryFolder());
  const storage = stack.use(await openStorage(address));
  await createCustomer(storage, { user });
  const settings = {
    PARLEY_DATABASE: address,
    PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key'),
    PARLEY_SMPP_PORT: '0',
  };
  const first = stack.use(await openApp(settings));
  const second = stack.use(await openApp(settings));
  const opened = stack.move();
  return { first, second, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function customerAt({ app }: OpenedApp, over: Partial<CustomerOptions> = {}) {
  return openCustomer({ port: app.smpp.plain ?? 0, systemId, password, ...over });
}

/** What a bind hears: 0 where it is taken. */
async function tryAt(app: OpenedApp, over: Partial<CustomerOptions>): Promise<number> {
  await using bind = customerAt(app, over);
  const state = await bind.states.next((now) => isWaiting(now) || isBound(now));
  return state.name === 'waiting' ? (state.refusedWith ?? -1) : 0;
}

suite('a customer with binds at two processes', { skip: withoutServer }, () => {
  test('submits at one and is told at the other', async () => {
    await using world = await openTwo();
    await using sender = customerAt(world.first, { bind: 'tx' });
    await using receiver = customerAt(world.second, { bind: 'rx' });
    await Promise.all([sender.bound(), receiver.bound()]);
    const ids: string[] = [];
    await sender.submitMany(
      50,
      () => ({}),
      (id) => ids.push(id),
    );
    assert.equal(ids.length, 50);
    await receiver.until(50);
    assert.deepEqual(new Set(receiver.delivered.all.map(receiptedId)), new Set(ids));
  });

  test('has its binds counted together', async () => {
    await using world = await openTwo({ bindsMax: 1 });
    await using sender = customerAt(world.first);
    await sender.bound();
    await using second = customerAt(world.second);
    const state = await second.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.refusedWith, 0x05);
  });

  test('is guessed at by one address twenty times a minute, at whichever process', async () => {
    await using world = await openTwo();
    for (let guess = 0; guess < 20; guess += 1) {
      const at = guess % 2 === 0 ? world.first : world.second;
      assert.equal(await tryAt(at, { systemId: `GUESS${guess}` }), 0x0e);
    }
    // Ten at each would have left room at either.
    assert.equal(await tryAt(world.first, {}), 0x0e);
    assert.equal(await tryAt(world.second, {}), 0x0e);
  });

  test('is told where its next oldest bind is once the first is gone', async () => {
    await using world = await openTwo();
    const first = customerAt(world.first);
    await first.bound();
    await using second = customerAt(world.second);
    await second.bound();
    const before = await second.submit();
    assert.ok(before.kind === 'answered');
    await first.delivered.next((pdu) => receiptedId(pdu) === before.messageId);
    await first[Symbol.asyncDispose]();
    const after = await second.submit();
    assert.ok(after.kind === 'answered');
    await second.delivered.next((pdu) => receiptedId(pdu) === after.messageId);
  });
});

/** A customer's software binds, submits, and hears by the same binds what became of it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Bodies, Command, Pdu } from '#sms/smpp/pdu.ts';
import {
  type CustomerWorld,
  openCustomerWorld,
  password,
  startBalance,
  systemId,
} from '#test/harness/customer-world.ts';
import { until } from '#test/harness/pause.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { aSubmitPdu, receiptedId } from '#test/harness/smpp-customer.ts';
import { isWaiting } from '#test/harness/smpp-link.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** Delivered within moments, on the page of phones that do always the same. */
function phoneOf(index: number): string {
  return `336399800${String(index % 100).padStart(2, '0')}`;
}

const price = 38_000;

async function ledger(world: CustomerWorld) {
  await using storage = await openStorageBeside(world.folder);
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
    await using storage = await openStorageBeside(world.folder);
    await storage.webhooks.saveAccountEndpoint({
      accountId: world.account.id,
      source: 'report',
      url: sink.url,
      secrets: [{ sealed: '', madeAtMs: 0, untilMs: null }],
      createdAtMs: 0,
    });
    await using customer = world.customer();
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered');
    const receipt = await customer.delivered.next();
    assert.equal(receiptedId(receipt), answer.messageId);
    const status = await storage.messages.findStatus(
      { accountId: world.account.id, mode: 'test' },
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
  });

  test('is not kept out by a thousand binds with wrong passwords from its own address', async () => {
    await using world = await openCustomerWorld();
    {
      await using first = world.customer();
      await first.bound();
    }
    const sockets = Array.from({ length: 1_000 }, (_, index) => bindWrongly(world.port, index));
    await using customer = world.customer();
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered' && answer.status === 0);
    await Promise.all(sockets);
  });

  test('is throttled above its rate, and loses nothing that was taken', async () => {
    await using world = await openCustomerWorld({ user: { ratePerSecond: 5 } });
    await using customer = world.customer();
    await customer.bound();
    const answers = await Promise.all(Array.from({ length: 20 }, () => customer.submit()));
    const taken = answers.flatMap((answer) =>
      answer.kind === 'answered' && answer.status === 0 ? [answer.messageId] : [],
    );
    assert.ok(taken.length >= 5 && taken.length < 20, `${taken.length} taken`);
    assert.ok(
      answers.every((answer) => answer.kind === 'answered' && [0, 0x58].includes(answer.status)),
    );
    await customer.until(taken.length);
    assert.deepEqual(new Set(customer.delivered.all.map(receiptedId)), new Set(taken));
  });

  test('is told again what it refused, and once it has taken it no more', async () => {
    await using world = await openCustomerWorld();
    let refusals = 1;
    await using customer = world.customer({
      answer: () => {
        refusals -= 1;
        return refusals >= 0 ? 0x64 : 0;
      },
    });
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered');
    await customer.until(2);
    assert.deepEqual(customer.delivered.all.map(receiptedId), [answer.messageId, answer.messageId]);
  });

  test('sends from a number of its account, and gets what the phone replies to it', async () => {
    await using world = await openCustomerWorld();
    await using storage = await openStorageBeside(world.folder);
    const number = { digits: '33700000001', kind: 'long', accountId: world.account.id } as const;
    const uses = { operatorId: null, takesSms: true, takesCalls: false, createdAtMs: 0 };
    await storage.numbers.createNumber({ ...number, ...uses });
    await using customer = world.customer();
    await customer.bound();
    const source = { ton: 1, npi: 1, address: number.digits };
    const destination = { ton: 1, npi: 1, address: '33639980140' };
    let answer = await customer.submit({ source, destination });
    // The server looks twice a second at what has changed.
    while (answer.kind === 'answered' && answer.status === 0x0a) {
      answer = await customer.submit({ source, destination });
    }
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.status, 0);
    const reply = await customer.delivered.next(({ esmClass }) => esmClass === 0);
    assert.deepEqual([reply.source, reply.destination], [destination, source]);
    assert.equal(reply.shortMessage.toString(), 'Oui');
  });

  test('is unbound when it is suspended, and cannot come back', async () => {
    await using world = await openCustomerWorld();
    await using customer = world.customer({ reconnectFirstMs: 10 });
    await customer.bound();
    await using storage = await openStorageBeside(world.folder);
    customer.states.clear();
    await storage.customers.changeSmppUser(world.user.id, { state: 'suspended' }, anAuthor);
    const left = await customer.states.next(isWaiting);
    assert.ok(left.name === 'waiting');
    assert.equal(left.reason, 'peer unbound');
    const refused = await customer.states.next(
      (state) => state.name === 'waiting' && state.refusedWith !== undefined,
    );
    assert.ok(refused.name === 'waiting');
    assert.equal(refused.refusedWith, 0x0d);
  });

  for (const [what, settings] of [
    ['its place', { addresses: ['192.0.2.0/24'] }],
    ['what it must be bound by', { tlsRequired: true }],
  ] as const) {
    test(`is unbound when ${what} is another from now on`, async () => {
      await using world = await openCustomerWorld();
      await using customer = world.customer();
      await customer.bound();
      await using storage = await openStorageBeside(world.folder);
      customer.states.clear();
      const change = { settings: { ...world.user.settings, ...settings } };
      await storage.customers.changeSmppUser(world.user.id, change, anAuthor);
      const left = await customer.states.next(isWaiting);
      assert.ok(left.name === 'waiting');
      assert.equal(left.reason, 'peer unbound');
    });
  }

  test('asks as often as its account may, like a key', async () => {
    await using world = await openCustomerWorld();
    const limit = { max: 2, action: 'block' } as const;
    const { id: accountId } = world.account;
    {
      await using storage = await openStorageBeside(world.folder);
      const rule = 'requests-second';
      await storage.accounts.setException({ accountId, keyId: 0, rule, limit }, anAuthor);
    }
    await using customer = world.customer();
    await customer.bound();
    const statuses = async (): Promise<readonly number[]> => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => customer.submit()));
      return answers.map((answer) => (answer.kind === 'answered' ? answer.status : -1));
    };
    // The server hears of the limit within a second.
    const throttled = await until(async () => {
      const told = await statuses();
      return told.includes(0x58) ? told : undefined;
    });
    assert.ok(throttled.every((each) => each === 0 || each === 0x58));
  });

  test('may be held to TLS', async () => {
    const tls = { PARLEY_SMPP_TLS_PORT: '0', PARLEY_SMPP_TLS_CERT: file('server.pem') };
    await using world = await openCustomerWorld({
      user: { tlsRequired: true },
      settings: { ...tls, PARLEY_SMPP_TLS_KEY: file('server-key.pem') },
    });
    await using plain = world.customer();
    const state = await plain.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.refusedWith, 0x0d);
    const port = world.app.app.smpp.tls ?? 0;
    const ca = await readFile(file('authority.pem'), 'utf8');
    await using secure = world.customer({ port, host: 'localhost', tls: { ca } });
    await secure.bound();
    const answer = await secure.submit();
    assert.ok(answer.kind === 'answered' && answer.status === 0);
  });

  test('asks what became of a message, and cannot replace it', async () => {
    await using world = await openCustomerWorld();
    await using customer = world.customer();
    await customer.bound();
    const answer = await customer.submit();
    assert.ok(answer.kind === 'answered');
    await customer.delivered.next();
    const socket = await bindRaw(world.port);
    const { messageId } = answer;
    const asked = await socket.ask('query_sm', { messageId });
    assert.ok(asked.command === 'query_sm_resp');
    assert.deepEqual([asked.status, asked.body.messageState], [0, 2]);
    const replaced = await socket.ask('replace_sm', { messageId });
    assert.equal(replaced.status, 0x13);
    socket.close();
  });

  test('takes a scheduled message back, once, and its money with it', async () => {
    await using world = await openCustomerWorld();
    const socket = await bindRaw(world.port);
    const submitted = await socket.ask('submit_sm', {
      ...aSubmitPdu(),
      scheduleDeliveryTime: '000000010000000R',
    });
    assert.ok(submitted.command === 'submit_sm_resp');
    const { messageId } = submitted.body;
    const pending = await socket.ask('query_sm', { messageId });
    assert.ok(pending.command === 'query_sm_resp');
    assert.equal(pending.body.messageState, 1);
    assert.equal((await ledger(world)).balance, startBalance - price);
    assert.equal((await socket.ask('cancel_sm', { messageId })).status, 0);
    assert.equal((await socket.ask('cancel_sm', { messageId })).status, 0x11);
    const cancelled = await socket.ask('query_sm', { messageId });
    assert.ok(cancelled.command === 'query_sm_resp');
    assert.equal(cancelled.body.messageState, 4);
    assert.equal((await ledger(world)).balance, startBalance);
    socket.close();
  });
});

const certificates = path.join(import.meta.dirname, '..', '..', 'fixtures', 'smpp', 'tls');

function file(name: string): string {
  return path.join(certificates, name);
}

/** Resolves when the server has hung up. */
async function bindWrongly(port: number, index: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  // A server with too many strangers resets some of them.
  socket.on('error', () => undefined);
  const body = { ...blankBody('bind_transceiver'), systemId, password: `guess${index}` };
  socket.write(encodePdu({ command: 'bind_transceiver', status: 0, sequence: 1, body }));
  socket.resume();
  await once(socket, 'close');
}

/** A bind that says one thing at a time. */
async function bindRaw(port: number) {
  const socket = connect(port, '127.0.0.1');
  const ask = async <Name extends Command>(command: Name, over: Partial<Bodies[Name]>) => {
    const body = { ...blankBody(command), ...over };
    socket.write(encodePdu({ command, status: 0, sequence: 1, body } as unknown as Pdu));
    const [octets] = (await once(socket, 'data')) as [Buffer];
    const decoded = decodePdu(octets);
    assert.ok(decoded.kind === 'pdu');
    return decoded.pdu;
  };
  const bound = await ask('bind_transmitter', { systemId, password, interfaceVersion: 0x34 });
  assert.equal(bound.status, 0);
  return { ask, close: () => void socket.destroy() };
}

function addressed(index: number) {
  return { destination: { ton: 1, npi: 1, address: phoneOf(index) } };
}

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import {
  Arrivals,
  isBound,
  isWaiting,
  openClient,
  openServer,
  submitBy,
} from '#test/harness/smpp-link.ts';
import { pdu, reply } from '#test/harness/smpp-session.ts';
import { bindDefaults } from './bind-settings.ts';
import { SmppClient } from './client.ts';
import { encodePdu } from './encode.ts';
import { blankBody } from './layout.ts';
import type { DeliverSm } from './pdu.ts';
import { tag } from './tlv.ts';

const message = blankBody('submit_sm');

async function pem(name: string): Promise<string> {
  const file = new URL(`../../../fixtures/smpp/tls/${name}.pem`, import.meta.url);
  return readFile(file, 'utf8');
}

suite('a client keeps its bind', () => {
  test('binds, submits, and unbinds when it is disposed of', async () => {
    const ends = new Arrivals<string>();
    await using operator = await openServer(systemClock, {
      unbound: (_, reason) => ends.add(reason),
    });
    const { client, states } = openClient(systemClock, { port: operator.server.port });
    assert.equal(client.roomForSubmits, 0);
    assert.deepEqual(await submitBy(client, message, 1), { kind: 'unsent' });
    const bound = await states.next(isBound);
    assert.ok(bound.name === 'bound');
    assert.equal(bound.peerSystemId, 'OPERATOR');
    assert.equal(client.roomForSubmits, 10);
    assert.deepEqual(await submitBy(client, message, 2), {
      kind: 'answered',
      status: 0,
      messageId: '1',
      tlvs: [],
    });
    await client[Symbol.asyncDispose]();
    await client[Symbol.asyncDispose]();
    assert.equal(await ends.next(), 'peer unbound');
    assert.deepEqual(
      states.all.map(({ name }) => name),
      ['connecting', 'binding', 'bound', 'closed'],
    );
  });

  test('tells its name and password as they are set', async () => {
    const binds = new Arrivals<unknown>();
    await using operator = await openServer(systemClock, {
      authenticate: (bind) => {
        binds.add(bind);
        return 0;
      },
    });
    const { server } = operator;
    await using link = openClient(systemClock, {
      port: server.port,
      systemType: 'VMA',
      version: 0x50,
      bind: 'tx',
    });
    assert.equal(link.client.roomForSubmits, 0);
    assert.deepEqual(await binds.next(), {
      ...blankBody('bind_transmitter'),
      systemId: 'PARLEY',
      password: 'secret',
      systemType: 'VMA',
      interfaceVersion: 0x50,
    });
  });

  test('takes deliveries, data_sm in the same shape, and answers with what its owner says', async () => {
    await using operator = await openServer(systemClock);
    const { server, peers } = operator;
    const delivered: DeliverSm[] = [];
    const arrived = new Arrivals<true>();
    await using link = openClient(
      systemClock,
      { port: server.port },
      {
        deliver: async (delivery) => {
          delivered.push(delivery);
          arrived.add(true);
          return delivered.length === 1 ? 0 : 0x65;
        },
      },
    );
    await link.states.next(isBound);
    const peer = await peers.next();
    assert.equal((await peer.deliver(reply)).kind, 'answered');
    const refused = await peer.deliver(reply);
    assert.ok(refused.kind === 'answered');
    assert.equal(refused.status, 0x65);
    const tlvs = [{ tag: tag.messagePayload, value: Buffer.from('Oui') }];
    peer.sendOctets(encodePdu(pdu('data_sm', 900, { esmClass: 4, tlvs })));
    await arrived.next(() => delivered.length === 3);
    assert.deepEqual(delivered, [reply, reply, { ...blankBody('deliver_sm'), esmClass: 4, tlvs }]);
  });

  test('10,000 submits through a window of 100 are answered each once', async () => {
    await using operator = await openServer(systemClock);
    const { server } = operator;
    const total = 10_000;
    let sent = 0;
    let answered = 0;
    let atMost = 0;
    const done = Promise.withResolvers<void>();
    const settings = { port: server.port, window: 100 };
    const submit = async (reference: number): Promise<void> => {
      const { kind } = await submitBy(client, message, reference);
      assert.equal(kind, 'answered');
      if (++answered === total) done.resolve();
    };
    const fill = (): void => {
      for (; client.roomForSubmits > 0 && sent < total; sent++) {
        void submit(sent);
        atMost = Math.max(atMost, sent + 1 - answered);
      }
    };
    await using link = openClient(systemClock, settings, { ready: fill });
    const { client } = link;
    await done.promise;
    assert.equal(sent, total);
    // An answer frees its slot before the promise that tells of it has run.
    assert.ok(atMost <= 200, `${atMost} open`);
  });
});

suite('a lost link', () => {
  test('is connected again after a wait, and its open submits are uncertain', async () => {
    const clock = new HeldClock();
    const held = new Arrivals<true>();
    await using operator = await openServer(systemClock, {
      request: () => {
        held.add(true);
        return new Promise(() => undefined);
      },
    });
    const { server, peers } = operator;
    const { client, states } = openClient(clock, { port: server.port });
    await states.next(isBound);
    const outcome = submitBy(client, message, 1);
    await held.next();
    states.clear();
    (await peers.next()).close();
    assert.deepEqual(await outcome, { kind: 'uncertain', why: 'link lost' });
    const waiting = await states.next(isWaiting);
    assert.deepEqual(waiting, {
      name: 'waiting',
      reason: 'peer hung up',
      error: undefined,
      retryAtMs: clock.nowMs() + 500,
    });
    assert.equal(client.roomForSubmits, 0);
    clock.advance(500);
    await states.next(isBound);
    const disposed = client[Symbol.asyncDispose]();
    await disposed;
  });

  test('is tried again while nobody listens', async () => {
    const clock = new HeldClock();
    const { server } = await openServer(systemClock);
    const { port } = server;
    await server[Symbol.asyncDispose]();
    const { client, states } = openClient(clock, { port });
    const first = await states.next(isWaiting);
    assert.ok(first.name === 'waiting');
    assert.equal(first.reason, 'connect failed');
    assert.equal(first.retryAtMs, clock.nowMs() + 500);
    states.clear();
    clock.advance(500);
    const second = await states.next(isWaiting);
    assert.ok(second.name === 'waiting');
    assert.equal(second.retryAtMs, clock.nowMs() + 1_000);
    await client[Symbol.asyncDispose]();
    assert.equal(states.all.at(-1)?.name, 'closed');
  });

  test('a bind refused with 0x05 waits a minute and is never taken for bound', async () => {
    const clock = new HeldClock();
    await using operator = await openServer(systemClock, { authenticate: () => 0x05 });
    const { server } = operator;
    await using link = openClient(clock, { port: server.port });
    const { client, states } = link;
    const waiting = await states.next(isWaiting);
    assert.ok(waiting.name === 'waiting');
    assert.equal(waiting.reason, 'bind refused');
    assert.equal(waiting.refusedWith, 0x05);
    assert.equal(waiting.retryAtMs, clock.nowMs() + 60_000);
    assert.deepEqual(await submitBy(client, message, 1), { kind: 'unsent' });
    assert.ok(!states.all.some(isBound));
  });

  test('a peer that goes silent without a word is dropped 40 s later', async () => {
    const clock = new HeldClock();
    await using operator = await openServer(systemClock);
    const { server, peers } = operator;
    await using link = openClient(clock, { port: server.port });
    const { states } = link;
    await states.next(isBound);
    (await peers.next()).freeze();
    clock.advance(40_000);
    const waiting = await states.next(isWaiting);
    assert.ok(waiting.name === 'waiting');
    assert.equal(waiting.reason, 'enquire_link unanswered');
  });

  test('a host that takes the connection and never binds is given up after 30 s', async () => {
    const clock = new HeldClock();
    const sockets = new Arrivals<Socket>();
    const listener = createServer((socket) => sockets.add(socket.resume()));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { readonly port: number };
    const { client, states } = openClient(clock, { port });
    await sockets.next();
    await states.next(({ name }) => name === 'binding');
    clock.advance(30_000);
    const waiting = await states.next(isWaiting);
    assert.ok(waiting.name === 'waiting');
    assert.equal(waiting.reason, 'bind unanswered');
    await client[Symbol.asyncDispose]();
    for (const socket of sockets.all) socket.destroy();
    await new Promise((resolve) => listener.close(resolve));
  });
});

suite('disposing of a client', () => {
  test('before it has connected, and while it waits, ends it at once', async () => {
    await using operator = await openServer(systemClock, { authenticate: () => 0x08 });
    const { server } = operator;
    const early = openClient(new HeldClock(), { port: server.port });
    await early.client[Symbol.asyncDispose]();
    assert.equal(early.states.all.at(-1)?.name, 'closed');
    const waits = openClient(new HeldClock(), { port: server.port });
    await waits.states.next(isWaiting);
    await waits.client[Symbol.asyncDispose]();
    assert.equal(waits.states.all.at(-1)?.name, 'closed');
  });

  test('while the bind is unanswered ends it too', async () => {
    await using operator = await openServer(systemClock, {
      authenticate: () => new Promise(() => undefined),
    });
    const { server } = operator;
    const { client, states } = openClient(systemClock, { port: server.port });
    await states.next(({ name }) => name === 'binding');
    await client[Symbol.asyncDispose]();
    assert.equal(states.all.at(-1)?.name, 'closed');
  });

  test('one that never started', async () => {
    const client = new SmppClient(
      { ...bindDefaults, host: 'localhost', port: 1, systemId: 'a', password: 'b' },
      {
        deliver: () => 0,
        stateChanged: () => assert.fail('it never started'),
        ready: () => undefined,
        lateResponse: () => undefined,
        pduError: () => undefined,
      },
      { clock: systemClock, random: () => 0 },
    );
    await client[Symbol.asyncDispose]();
  });
});

suite('settings that no bind can carry are refused at once', () => {
  const port = 1;
  test('a password of more than eight characters, unless the operator gave a longer one', () => {
    const password = 'nine char';
    assert.throws(() => openClient(systemClock, { port, password }), /password does not fit/);
    openClient(new HeldClock(), { port, password, passwordBytesMax: 10 });
  });

  test('a system_id of more than fifteen', () => {
    const systemId = 'sixteen letters.';
    assert.throws(() => openClient(systemClock, { port, systemId }), /systemId does not fit/);
  });
});

suite('TLS', () => {
  test('binds to a server whose certificate the named authority has signed', async () => {
    await using operator = await openServer(
      systemClock,
      {},
      { tls: { cert: await pem('server'), key: await pem('server-key') } },
    );
    const { server } = operator;
    await using link = openClient(systemClock, {
      port: server.port,
      tls: { ca: await pem('authority') },
    });
    const { client, states } = link;
    await states.next(isBound);
    assert.equal((await submitBy(client, message, 1)).kind, 'answered');
  });

  test('refuses one that nobody known has signed, and one of another name', async () => {
    const clock = new HeldClock();
    await using operator = await openServer(
      systemClock,
      {},
      { tls: { cert: await pem('server'), key: await pem('server-key') } },
    );
    const { server } = operator;
    const strangers = [{}, { ca: await pem('authority'), serverName: 'smpp.example.com' }];
    for (const tls of strangers) {
      await using link = openClient(clock, { port: server.port, tls });
      const { states } = link;
      const waiting = await states.next(isWaiting);
      assert.ok(waiting.name === 'waiting');
      assert.equal(waiting.reason, 'connect failed');
    }
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { AddressGuard } from '#core/address-guard.ts';
import { must } from '#core/assert.ts';
import type { Peer, Trouble } from '#core/peer-troubles.ts';
import { SocketBudget } from '#core/socket-budget.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import type { Target } from './open-socket.ts';
import { HttpPoster } from './poster.ts';

const request = Buffer.from('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
const timeoutMs = 15_000;

/** A poster to a target on this machine, on a held clock that `pass` moves. */
function setup(
  target: Partial<Target> & { readonly port: number },
  { allow = ['127.0.0.0/8'], sockets = new SocketBudget() } = {},
) {
  const clock = new HeldClock();
  const guard = new AddressGuard({ allow, clock, ownAddresses: () => [] });
  // A receiver's port is a getter, which a spread leaves out.
  const whole = { tls: false, hostname: '127.0.0.1', ...target, port: target.port };
  const troubles: Peer[] = [];
  const note = (_trouble: Trouble, peer: Peer): void => void troubles.push(peer);
  const poster = new HttpPoster(whole, { guard, clock, sockets, troubles: { note } });
  const pass = (byMs: number): void => {
    for (let leftMs = byMs; leftMs > 0; leftMs -= 250) {
      clock.advance(250);
      poster.tick(clock.monotonicMs());
    }
  };
  const post = () => poster.post(request, timeoutMs);
  return { post, pass, poster, troubles, [Symbol.dispose]: () => poster.stop() };
}

suite('connections are kept', () => {
  test('one is enough for a hundred posts', async () => {
    await using receiver = await RawReceiver.open();
    using world = setup(receiver);
    for (let n = 0; n < 100; n += 1) assert.equal((await world.post()).status, 200);
    assert.deepEqual([receiver.connections, receiver.requests.length], [1, 100]);
  });

  test('posts at the same time have one each', async () => {
    await using receiver = await RawReceiver.open();
    using world = setup(receiver);
    await Promise.all([world.post(), world.post(), world.post()]);
    await Promise.all([world.post(), world.post(), world.post()]);
    assert.equal(receiver.connections, 3);
  });

  test('a kept one that is closed as it is taken again costs nothing but a new one', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      if (nth === 2) socket.resetAndDestroy();
      else socket.write(ok);
    });
    using world = setup(receiver);
    await world.post();
    const answer = await world.post();
    assert.equal(answer.status, 200);
    assert.deepEqual([receiver.connections, receiver.requests.length], [2, 3]);
  });

  test('a new one that is closed without an answer is not tried again', async () => {
    await using receiver = await RawReceiver.open(({ socket }) => socket.resetAndDestroy());
    using world = setup(receiver);
    const answer = await world.post();
    assert.deepEqual(answer.fault, { kind: 'connection lost', reason: 'connection reset' });
    assert.equal(receiver.requests.length, 1);
  });

  test('one that answered with something before it was lost is not tried again', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      if (nth === 1) socket.write(ok);
      else socket.end('HTTP/1.1 2');
    });
    using world = setup(receiver);
    await world.post();
    assert.equal((await world.post()).fault?.kind, 'connection lost');
    assert.equal(receiver.requests.length, 2);
  });

  test('an idle one is closed after four seconds, or a second before what was announced', async () => {
    for (const [field, keptMs] of [
      ['', 4_000],
      ['Keep-Alive: timeout=31\r\n', 30_000],
      ['Keep-Alive: timeout=3600\r\n', 60_000],
    ] as const) {
      const answer = `HTTP/1.1 200 OK\r\n${field}Content-Length: 0\r\n\r\n`;
      await using receiver = await RawReceiver.open(answerWith(answer));
      using world = setup(receiver);
      await world.post();
      world.pass(keptMs - 250);
      assert.equal(world.poster.connections, 1);
      world.pass(250);
      assert.equal(world.poster.connections, 0);
    }
  });

  test('one is made anew after five minutes, so that its name is vetted again', async () => {
    const busy = answerWith(
      'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=60\r\nContent-Length: 0\r\n\r\n',
    );
    await using receiver = await RawReceiver.open(busy);
    using world = setup(receiver);
    for (let minute = 0; minute < 12; minute += 1) {
      await world.post();
      world.pass(30_000);
    }
    assert.equal(receiver.connections, 2);
  });

  test('none is kept where the answer says so, or where more came than belongs to it', async () => {
    for (const answer of [
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 204 No Content\r\n\r\nbody',
    ]) {
      await using receiver = await RawReceiver.open(answerWith(answer));
      using world = setup(receiver);
      assert.equal((await world.post()).fault, undefined);
      assert.equal(world.poster.connections, 0);
      await world.post();
      assert.equal(receiver.connections, 2);
    }
  });

  test('an answer that nobody asked for ends its connection', async () => {
    await using receiver = await RawReceiver.open();
    using world = setup(receiver);
    await world.post();
    const { socket } = must(receiver.requests[0], 'request');
    socket.write(ok);
    await once(socket, 'close');
    assert.equal((await world.post()).status, 200);
    assert.equal(receiver.connections, 2);
  });
});

suite('when sockets run out', () => {
  test('the connection that was idle for longest gives way', async () => {
    await using receiver = await RawReceiver.open();
    const sockets = new SocketBudget(2);
    using one = setup(receiver, { sockets });
    using two = setup(receiver, { sockets });
    using three = setup(receiver, { sockets });
    for (const world of [one, two, three, two]) assert.equal((await world.post()).status, 200);
    assert.equal(sockets.open, 2);
    assert.equal(receiver.connections, 3);
    await one.post();
    assert.deepEqual([sockets.open, receiver.connections], [2, 4]);
  });

  test('all are accounted for, however they end', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      if (nth === 1) socket.resetAndDestroy();
      else if (nth === 2) socket.end('HTTP/1.1 200 OK\r\n\r\n');
      else socket.write(ok);
    });
    const sockets = new SocketBudget();
    using world = setup(receiver, { sockets });
    using refused = setup({ port: 1 }, { sockets });
    for (let n = 0; n < 3; n += 1) await world.post();
    assert.equal(sockets.open, 1);
    assert.notEqual((await refused.post()).fault, undefined);
    world.pass(4_000);
    assert.equal(sockets.open, 0);
  });
});

suite('a receiver that is no help', () => {
  test('and refuses connections is told apart', async () => {
    const receiver = await RawReceiver.open();
    const { port } = receiver;
    await receiver[Symbol.asyncDispose]();
    using world = setup({ port });
    const answer = await world.post();
    assert.deepEqual(answer.fault, { kind: 'no connection', reason: 'connection refused' });
  });

  test('and stays silent is given up after fifteen seconds', async () => {
    await using receiver = await RawReceiver.open(() => {});
    using world = setup(receiver);
    const posted = world.post();
    await receiver.received(1);
    world.pass(14_750);
    assert.equal(world.poster.connections, 1);
    world.pass(250);
    assert.deepEqual((await posted).fault, { kind: 'time-out', reason: 'no answer in time' });
    assert.equal(world.poster.connections, 0);
  });

  test('and drips its head is given up all the same', async () => {
    await using receiver = await RawReceiver.open();
    using world = setup(receiver);
    let dripped = 0;
    receiver.answer = ({ socket }) => {
      const drip = (): void => {
        dripped += 1;
        world.pass(250);
        if (!socket.destroyed) socket.write('H', () => setImmediate(drip));
      };
      drip();
    };
    const answer = await world.post();
    assert.equal(answer.fault?.kind, 'time-out');
    assert.equal(dripped, 60);
  });

  test('and never ends its TLS greeting is given up after three seconds', async () => {
    await using receiver = await RawReceiver.open(() => {});
    using world = setup({ port: receiver.port, tls: true });
    const posted = world.post();
    while (receiver.connections === 0) await new Promise(setImmediate);
    world.pass(3_000);
    assert.deepEqual((await posted).fault, { kind: 'time-out', reason: 'no TLS in time' });
  });

  const faults: readonly (readonly [name: string, text: string, kind: string, status: number])[] = [
    [
      'announces a gigabyte',
      'HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n',
      'bad body',
      200,
    ],
    ['sends fields without end', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`, 'too big', 200],
    [
      'sends chunks without end',
      `HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n${'5\r\nhello\r\n'.repeat(10_000)}`,
      'bad body',
      500,
    ],
    ['sends a flood of interim answers', 'HTTP/1.1 103 Early\r\n\r\n'.repeat(500), 'not HTTP', 0],
    ['speaks something else', '220 mail.example ESMTP\r\n', 'not HTTP', 0],
  ];
  for (const [name, text, kind, status] of faults) {
    test(`and ${name} is cut off at once`, async () => {
      await using receiver = await RawReceiver.open(answerWith(text));
      using world = setup(receiver);
      const answer = await world.post();
      assert.deepEqual([answer.fault?.kind, answer.status], [kind, status]);
      assert.equal(world.poster.connections, 0);
    });
  }

  test('and cuts its body short has still said its status', async () => {
    await using receiver = await RawReceiver.open(({ socket }) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    });
    using world = setup(receiver);
    const { status, hasHead, body, fault } = await world.post();
    assert.deepEqual([status, hasHead, body, fault?.kind], [200, true, 'half', 'bad body']);
  });

  test('and does not end its body in time has still said its status', async () => {
    await using receiver = await RawReceiver.open(
      answerWith('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    using world = setup(receiver);
    const posted = world.post();
    await receiver.received(1);
    world.pass(15_000);
    const { fault } = await posted;
    assert.equal(fault?.kind, 'time-out');
  });
});

suite('TLS', () => {
  const fixtures = path.join(import.meta.dirname, '../../../fixtures/tls');
  const [key, cert, expired] = ['receiver.key', 'receiver.cert', 'expired.cert'].map((name) =>
    readFileSync(path.join(fixtures, `${name}.pem`), 'utf8'),
  );

  test('reaches a receiver whose certificate is trusted and names it', async () => {
    await using receiver = await RawReceiver.open(answerWith(ok), { key, cert });
    using world = setup({ port: receiver.port, tls: true, hostname: 'localhost', ca: cert });
    assert.equal((await world.post()).status, 200);
    assert.equal((await world.post()).status, 200);
    assert.equal(receiver.connections, 1);
  });

  const refusals: readonly (readonly [name: string, target: Partial<Target>, reason: RegExp])[] = [
    ['nobody vouches for', { hostname: 'localhost' }, /self-signed/],
    ['is for another name', { hostname: 'other.localhost', ca: cert }, /another name/],
    ['is for a name and not this address', { hostname: '127.0.0.1', ca: cert }, /another name/],
  ];
  for (const [name, target, reason] of refusals) {
    test(`refuses a certificate that ${name}`, async () => {
      await using receiver = await RawReceiver.open(answerWith(ok), { key, cert });
      using world = setup({ port: receiver.port, tls: true, ...target });
      const { fault } = await world.post();
      assert.equal(fault?.kind, 'TLS');
      assert.match(fault.reason, reason);
      assert.equal(receiver.requests.length, 0);
      assert.deepEqual(world.troubles, [{ peer: '127.0.0.1', why: fault.reason }]);
    });
  }

  test('refuses a certificate that has expired', async () => {
    await using receiver = await RawReceiver.open(answerWith(ok), { key, cert: expired });
    using world = setup({ port: receiver.port, tls: true, hostname: 'localhost', ca: expired });
    assert.deepEqual((await world.post()).fault, {
      kind: 'TLS',
      reason: 'certificate has expired',
    });
  });
});

suite('the guard', () => {
  test('lets no packet out to a refused address', async () => {
    await using receiver = await RawReceiver.open();
    using world = setup(receiver, { allow: [] });
    const answer = await world.post();
    assert.deepEqual(answer.fault, {
      kind: 'forbidden',
      reason: 'leads to 127.0.0.1, a loopback address',
    });
    assert.equal(receiver.connections, 0);
  });

  test('is asked anew for each new connection', async () => {
    await using receiver = await RawReceiver.open(
      answerWith('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    );
    let isOpen = true;
    const clock = new HeldClock();
    const guard: Pick<AddressGuard, 'vet'> = {
      vet: async () =>
        isOpen
          ? { ok: true, addresses: ['127.0.0.1'] }
          : {
              ok: false,
              why: 'forbidden',
              reason: {
                en: 'leads to 10.0.0.1, a private address',
                fr: 'elle mène à 10.0.0.1, une adresse privée',
              },
            },
    };
    const target = { tls: false, hostname: 'flips.example', port: receiver.port };
    const poster = new HttpPoster(target, { guard, clock, sockets: new SocketBudget() });
    assert.equal((await poster.post(request, timeoutMs)).status, 200);
    isOpen = false;
    assert.equal((await poster.post(request, timeoutMs)).fault?.kind, 'forbidden');
    assert.equal(receiver.connections, 1);
  });

  test('names several addresses, and the next is tried when one refuses', async () => {
    await using receiver = await RawReceiver.open();
    const guard: Pick<AddressGuard, 'vet'> = {
      vet: async () => ({ ok: true, addresses: ['127.0.0.2', '127.0.0.1'] }),
    };
    const target = { tls: false, hostname: 'two.example', port: receiver.port };
    const poster = new HttpPoster(target, {
      guard,
      clock: new HeldClock(),
      sockets: new SocketBudget(),
    });
    const answer = await poster.post(request, timeoutMs);
    assert.deepEqual([answer.status, answer.ip], [200, '127.0.0.1']);
    poster.stop();
  });
});

test('a poster that is stopped answers that it was, and leaves no connection', async () => {
  await using receiver = await RawReceiver.open(() => {});
  const { post, poster } = setup(receiver);
  const posted = post();
  await receiver.received(1);
  poster.stop();
  assert.equal((await posted).fault?.kind, 'stopped');
  assert.equal(poster.connections, 0);
});

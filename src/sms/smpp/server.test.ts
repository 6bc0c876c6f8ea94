import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '#core/clock.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { pdusIn } from '#test/harness/memory-wire.ts';
import {
  Arrivals,
  isBound,
  isWaiting,
  openClient,
  openServer,
  submitBy,
} from '#test/harness/smpp-link.ts';
import { pdu, reply } from '#test/harness/smpp-session.ts';
import { encodePdu } from './encode.ts';
import { blankBody } from './layout.ts';
import type { Pdu } from './pdu.ts';
import { noAnswer } from './session-types.ts';

/** A peer that says what a test wants it to. */
async function dial(port: number, ...pdus: readonly Pdu[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.concat(pdus.map(encodePdu)));
  return socket;
}

suite('a server', () => {
  test('lets in whom it knows, and tells where from and for what', async () => {
    const seen = new Arrivals<unknown>();
    await using operator = await openServer(systemClock, {
      authenticate: ({ systemId, password }, from) => {
        seen.add({ systemId, password, ...from });
        return password === 'secret' ? 0 : 0x0e;
      },
    });
    const { port } = operator.server;
    await using known = openClient(systemClock, { port, bind: 'rx' });
    await known.states.next(isBound);
    await using stranger = openClient(new HeldClock(), { port, password: 'guess' });
    const state = await stranger.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.refusedWith, 0x0e);
    assert.deepEqual(seen.all, [
      { systemId: 'PARLEY', password: 'secret', address: '127.0.0.1', mode: 'rx' },
      { systemId: 'PARLEY', password: 'guess', address: '127.0.0.1', mode: 'trx' },
    ]);
  });

  test('closes on a peer that does not bind within ten seconds', async () => {
    const clock = new HeldClock();
    await using operator = await openServer(clock);
    const socket = await dial(operator.server.port, pdu('enquire_link', 1));
    await once(socket, 'data');
    clock.advance(10_000);
    await once(socket.resume(), 'end');
    socket.destroy();
  });

  test('sends what belongs to one turn in one write, in the order it was said', async () => {
    await using operator = await openServer(systemClock, {
      request: (request, peer) => {
        void peer.deliver(reply);
        return { status: 0, body: { messageId: String(request.sequence), tlvs: [] } };
      },
    });
    const { port } = operator.server;
    const socket = await dial(port, pdu('bind_transceiver', 1, { interfaceVersion: 0x34 }));
    await once(socket, 'data');
    socket.write(Buffer.concat([2, 3].map((sequence) => encodePdu(pdu('submit_sm', sequence)))));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    assert.deepEqual(
      pdusIn(chunk).map(({ command }) => command),
      ['deliver_sm', 'submit_sm_resp', 'deliver_sm', 'submit_sm_resp'],
    );
    socket.destroy();
  });

  test('delivers only to binds that receive', async () => {
    await using operator = await openServer(systemClock);
    const { port } = operator.server;
    await using sender = openClient(systemClock, { port, bind: 'tx' });
    await sender.states.next(isBound);
    const peer = await operator.peers.next();
    assert.equal(peer.room, 0);
    assert.deepEqual(await peer.deliver(reply), { kind: 'unsent' });
  });

  test('may leave a request without an answer', async () => {
    const clock = new HeldClock();
    await using operator = await openServer(clock, { request: () => noAnswer });
    await using link = openClient(clock, { port: operator.server.port, enquireAfterMs: 600_000 });
    await link.states.next(isBound);
    const outcome = submitBy(link.client, blankBody('submit_sm'), 1);
    clock.advance(60_000);
    assert.deepEqual(await outcome, { kind: 'uncertain', why: 'no response' });
  });

  test('killed, it is gone at once; listening again, its clients come back', async () => {
    const clock = new HeldClock();
    const first = await openServer(clock);
    const { port } = first.server;
    await using link = openClient(clock, { port });
    await link.states.next(isBound);
    link.states.clear();
    await first.server.kill();
    await link.states.next(isWaiting);
    await using second = await openServer(clock, {}, { port });
    clock.advance(1_000);
    await link.states.next(isBound);
    assert.equal(second.server.port, port);
  });

  test('closing it waits for what is open and unbinds', async () => {
    const clock = new HeldClock();
    const operator = await openServer(systemClock);
    await using link = openClient(clock, { port: operator.server.port });
    await link.states.next(isBound);
    await operator.server[Symbol.asyncDispose]();
    const state = await link.states.next(isWaiting);
    assert.ok(state.name === 'waiting');
    assert.equal(state.reason, 'peer unbound');
  });

  test('keeps out what one address opens beyond a bound without binding, until one of them has gone', async () => {
    await using operator = await openServer(systemClock, {}, { strangersMax: 2 });
    const { port } = operator.server;
    const strangers = [await dial(port), await dial(port)];
    const third = connect(port, '127.0.0.1');
    await Promise.race([once(third, 'close'), once(third, 'error')]);
    strangers[0]?.destroy();
    await using known = openClient(systemClock, { port, reconnectFirstMs: 10 });
    await known.states.next(isBound);
    for (const stranger of strangers) stranger.destroy();
  });

  test('counts a bind that it knows as no stranger any more', async () => {
    await using operator = await openServer(systemClock, {}, { strangersMax: 1 });
    const { port } = operator.server;
    await using first = openClient(systemClock, { port });
    await first.states.next(isBound);
    await using second = openClient(systemClock, { port });
    await second.states.next(isBound);
  });

  test('says who was let in and had left meanwhile', async () => {
    const gate = Promise.withResolvers<number>();
    const left = new Arrivals<string>();
    const asked = new Arrivals<true>();
    await using operator = await openServer(systemClock, {
      authenticate: () => {
        asked.add(true);
        return gate.promise;
      },
      left: ({ mode }) => left.add(mode),
    });
    const socket = await dial(operator.server.port, pdu('bind_receiver', 1));
    await asked.next();
    socket.resetAndDestroy();
    await new Promise((resolve) => setImmediate(resolve));
    while (operator.server.sessions > 0) await new Promise((resolve) => setImmediate(resolve));
    gate.resolve(0);
    assert.equal(await left.next(), 'rx');
    assert.deepEqual(operator.peers.all, []);
  });

  test('takes so many requests of a peer at a time as it is told to', async () => {
    const answers: (() => void)[] = [];
    const taken = new Arrivals<number>();
    await using operator = await openServer(systemClock, {
      bound: (peer) => peer.limitUnanswered(2),
      request: ({ sequence }) => {
        taken.add(sequence);
        return new Promise((resolve) => answers.push(() => resolve({ status: 0x45 })));
      },
    });
    const socket = await dial(operator.server.port, pdu('bind_transmitter', 1));
    await once(socket, 'data');
    socket.write(Buffer.concat([2, 3, 4].map((sequence) => encodePdu(pdu('submit_sm', sequence)))));
    await taken.next((sequence) => sequence === 3);
    assert.deepEqual(taken.all, [2, 3]);
    answers[0]?.();
    await taken.next((sequence) => sequence === 4);
    for (const answer of answers) answer();
    socket.destroy();
  });

  test('shows a renewed certificate to those who connect from then on', async () => {
    const [first, second] = [
      await pem('smpp/tls/server.pem', 'smpp/tls/server-key.pem'),
      await pem('tls/receiver.cert.pem', 'tls/receiver.key.pem'),
    ];
    await using operator = await openServer(systemClock, {}, { tls: first });
    const { server } = operator;
    assert.equal(await shownBy(server.port), new X509Certificate(first.cert).fingerprint256);
    server.renewCertificate(second);
    assert.equal(await shownBy(server.port), new X509Certificate(second.cert).fingerprint256);
  });
});

const fixtures = path.join(import.meta.dirname, '..', '..', '..', 'fixtures');

async function pem(cert: string, key: string) {
  const [certificate, itsKey] = await Promise.all(
    [cert, key].map((file) => readFile(path.join(fixtures, file), 'utf8')),
  );
  return { cert: certificate ?? '', key: itsKey ?? '' };
}

async function shownBy(port: number): Promise<string> {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

/** What a user agent does when time passes and nobody speaks, or somebody asks who it is. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openRawPhone } from '#test/harness/raw-phone.ts';
import { sipText } from '#test/harness/sip-messages.ts';
import { answerSdp, dial, openPhone, type Phone, talk } from '#test/harness/sip-phones.ts';
import { DigestServer } from './digest-server.ts';

const timeout = 20_000;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

function pem(name: 'cert' | 'key'): Promise<string> {
  return readFile(new URL(`../../../fixtures/tls/receiver.${name}.pem`, import.meta.url), 'utf8');
}

function said(phone: Phone, start: string): number {
  return phone.told.traces.filter(
    ({ direction, octets }) => direction === 'out' && octets.toString('latin1').startsWith(start),
  ).length;
}

suite('a callee whose 200 nobody acknowledges', { timeout }, () => {
  test('repeats it T1 doubling to T2, and hangs up after 32 s', async () => {
    const clock = new HeldClock();
    await using callee = await openPhone({ clock });
    await using raw = await openRawPhone();
    raw.send(callee.hop.port, raw.invite());
    const call = await callee.told.calls.next();
    call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    clock.advance(31_999);
    assert.equal(said(callee, 'SIP/2.0 200'), 11);
    assert.equal(callee.told.ends.size, 0);
    clock.advance(1);
    assert.deepEqual(await callee.told.ends.next(), {
      by: 'us',
      cause: 'no ack',
      reason: undefined,
    });
    await until(() => said(callee, 'BYE') > 0);
    clock.advance(64_000);
    await until(() => callee.agent.counts.dialogs === 0);
    assert.equal(callee.agent.counts.transactions, 0);
  });
});

suite('reliable ringing', { timeout }, () => {
  test('is repeated until 32 s have passed, then the call is given up with 504', async () => {
    const clock = new HeldClock();
    await using callee = await openPhone({ clock });
    await using raw = await openRawPhone();
    raw.send(callee.hop.port, raw.invite('Require: 100rel'));
    const call = await callee.told.calls.next();
    call.ring(183, { sdp: answerSdp });
    call.ring(180);
    clock.advance(31_999);
    assert.equal(said(callee, 'SIP/2.0 183'), 7);
    assert.equal(said(callee, 'SIP/2.0 180'), 0);
    clock.advance(1);
    assert.equal(await callee.told.cancelled.next(), 'no prack');
    assert.equal(said(callee, 'SIP/2.0 504'), 1);
    assert.ok(call.isOver);
  });

  test('an answer behind it waits for the PRACK, and is never sent without', async () => {
    const clock = new HeldClock();
    await using callee = await openPhone({ clock });
    await using raw = await openRawPhone();
    raw.send(callee.hop.port, raw.invite('Require: 100rel'));
    const call = await callee.told.calls.next();
    call.ring(180);
    const session = call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    assert.equal(said(callee, 'SIP/2.0 200'), 0);
    clock.advance(32_000);
    assert.equal(said(callee, 'SIP/2.0 504'), 1);
    assert.equal((await callee.told.ends.next()).cause, 'no ack');
    assert.equal(session?.state, 'ended');
    assert.equal(callee.agent.counts.dialogs, 0);
  });

  test('an offer in it is answered by PRACK, and goes no second time', async () => {
    await using callee = await openPhone();
    await using raw = await openRawPhone();
    raw.send(callee.hop.port, raw.inviteWithoutOffer('Require: 100rel'));
    const call = await callee.told.calls.next();
    call.ring(183, { sdp: answerSdp });
    const ringing = await raw.hear('SIP/2.0 183');
    raw.send(callee.hop.port, raw.prack(ringing, answerSdp.toString()));
    assert.equal(await callee.told.earlyAnswers.next(), answerSdp.toString());
    await raw.hear('SIP/2.0 200');
    call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    const answered = await raw.hear('SIP/2.0 200');
    assert.match(answered, /Content-Length: 0/);
  });
});

suite('a call that nobody takes', { timeout }, () => {
  test('is given up after three minutes of ringing, and has timed out', async () => {
    const clock = new HeldClock();
    await using caller = await openPhone({ clock });
    await using callee = await openPhone();
    dial(caller, callee);
    (await callee.told.calls.next()).ring(180);
    await caller.told.rings.next();
    clock.advance(179_999);
    assert.equal(said(caller, 'CANCEL'), 0);
    clock.advance(1);
    assert.equal(await callee.told.cancelled.next(), 'cancelled');
    assert.deepEqual(await caller.told.failed.next(), { kind: 'timed out' });
  });

  test('is cancelled without a word where nobody has answered at all', async () => {
    const clock = new HeldClock();
    await using caller = await openPhone({ clock });
    const made = dial(caller, { transport: 'udp', address: '127.0.0.1', port: 9 });
    await until(() => said(caller, 'INVITE') === 1);
    made.cancel();
    clock.advance(32_000);
    assert.deepEqual(await caller.told.failed.next(), { kind: 'cancelled' });
    assert.equal(said(caller, 'CANCEL'), 0);
  });
});

suite('a session that nobody refreshes', { timeout }, () => {
  test('is refreshed by UPDATE after half of its time, and ended when that is not answered', async () => {
    const clock = new HeldClock();
    await using caller = await openPhone({ clock });
    await using callee = await openPhone();
    await talk(caller, callee);
    clock.advance(899_999);
    assert.equal(said(caller, 'UPDATE'), 0);
    clock.advance(1);
    await until(() => said(caller, 'UPDATE') === 1 && said(callee, 'SIP/2.0 200') === 2);
    await until(() => caller.agent.counts.transactions > 0);
    await callee.agent[Symbol.asyncDispose]();
    await caller.told.ends.next();
  });

  test('its other end gives up shortly before it is over', async () => {
    const clock = new HeldClock();
    await using caller = await openPhone();
    await using callee = await openPhone({ clock });
    await talk(caller, callee);
    clock.advance(1_768_000);
    assert.equal((await callee.told.ends.next()).cause, 'expired');
    assert.equal((await caller.told.ends.next()).cause, 'bye');
  });
});

suite('who it is', { timeout }, () => {
  test('a callee that asks is told, for the call and for what follows in it', async () => {
    const clock = new HeldClock();
    const server = new DigestServer('calls', clock);
    const credentials = { user: 'trunk', password: 'secret' };
    await using caller = await openPhone();
    await using callee = await openPhone();
    callee.told.take = (call) => {
      const verdict = server.judge(call.request, call.source, () => credentials);
      if (verdict.kind === 'challenge') call.refuse(401, { headers: verdict.headers });
      else if (verdict.kind === 'wrong') call.refuse(403);
      else call.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
    };
    dial(caller, callee, { credentials });
    const { session } = await caller.told.answered.next();
    session.bye();
    await callee.told.ends.next();
    dial(caller, callee, { credentials: { ...credentials, password: 'wrong' } });
    const failure = await caller.told.failed.next();
    assert.ok(failure.kind === 'refused' && failure.status === 403);
    dial(caller, callee);
    const unknown = await caller.told.failed.next();
    assert.ok(unknown.kind === 'refused' && unknown.status === 401);
  });
});

suite('sockets', { timeout }, () => {
  test('a call goes over TLS where the certificate is vouched for, and not where it is not', async () => {
    const [cert, key] = await Promise.all([pem('cert'), pem('key')]);
    const listeners = [
      { transport: 'tls', host: '127.0.0.1', port: 0, tls: { cert, key } },
    ] as const;
    await using callee = await openPhone({ settings: { listeners } });
    await using caller = await openPhone({ settings: { listeners, ca: cert } });
    await using wary = await openPhone({ settings: { listeners } });
    dial(wary, { ...callee.hop, serverName: 'localhost' });
    assert.equal((await wary.told.failed.next()).kind, 'unreachable');
    dial(caller, { ...callee.hop, serverName: 'localhost' });
    const call = await callee.told.calls.next();
    assert.equal(call.source.transport, 'tls');
  });

  test('a connection that sends half a message is cut after five seconds', async () => {
    const clock = new HeldClock();
    await using callee = await openPhone({ clock, transport: 'tcp' });
    const socket = connect(callee.hop.port, '127.0.0.1');
    socket.write('OPTIONS sip:b SIP/2.0\r\nVia: ');
    await until(() => callee.agent.counts.connections === 1 && clock.timersWaiting > 1);
    clock.advance(5_000);
    await until(() => callee.agent.counts.connections === 0);
    socket.destroy();
  });

  test('a ping is answered, and what cannot be framed hears 400 and is cut', async () => {
    await using callee = await openPhone({ transport: 'tcp' });
    const socket = connect(callee.hop.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (octets) => {
      heard += octets.toString();
    });
    socket.write('\r\n\r\n');
    await until(() => heard === '\r\n');
    const good = sipText({ lines: ['Content-Length: 0'] }).toString();
    socket.write(good.slice(0, 50));
    socket.write(`${good.slice(50)}${sipText({ lines: ['Content-Length: -5'] }).toString()}`);
    await until(() => heard.includes('SIP/2.0 400') && heard.includes('SIP/2.0 200'));
    await until(() => callee.agent.counts.connections === 0);
  });

  test('one source has so many connections and no more, and a stranger none', async () => {
    const limits = { connectionsPerSourceMax: 2 };
    await using callee = await openPhone({ transport: 'tcp', settings: { limits } });
    const sockets = [1, 2, 3].map(() =>
      connect(callee.hop.port, '127.0.0.1').on('error', () => undefined),
    );
    await until(() => callee.told.counted.includes('stranger'));
    assert.equal(callee.agent.counts.connections, 2);
    for (const socket of sockets) socket.destroy();
    await using wary = await openPhone({ transport: 'tcp', admits: () => false });
    const socket = connect(wary.hop.port, '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    assert.equal(wary.told.traces.length, 0);
  });

  test('a long request goes by TCP where that is taken, else by UDP', async () => {
    const both = ['udp', 'tcp'] as const;
    const first = await openPhone();
    const { port } = first.hop;
    await first[Symbol.asyncDispose]();
    const listeners = both.map((transport) => ({ transport, host: '127.0.0.1', port }));
    await using callee = await openPhone({ settings: { listeners } });
    await using udpOnly = await openPhone();
    await using caller = await openPhone();
    const headers = [['identity', 'x'.repeat(1_400)]] as const;
    dial(caller, { ...callee.hop, transport: 'udp' }, { headers });
    assert.equal((await callee.told.calls.next()).source.transport, 'tcp');
    dial(caller, udpOnly, { headers });
    assert.equal((await udpOnly.told.calls.next()).source.transport, 'udp');
  });

  test('beyond its bound of transactions a new request hears 503', async () => {
    await using callee = await openPhone({ settings: { limits: { transactionsMax: 1 } } });
    await using caller = await openPhone();
    dial(caller, callee);
    await callee.told.calls.next();
    dial(caller, callee);
    const failure = await caller.told.failed.next();
    assert.ok(failure.kind === 'refused' && failure.status === 503);
    assert.ok(callee.told.counted.includes('overloaded'));
  });
});

suite('draining', { timeout }, () => {
  test('new calls and probes hear 503, and a session goes on', async () => {
    await using caller = await openPhone();
    await using callee = await openPhone();
    const { ofCaller } = await talk(caller, callee);
    callee.agent.drain();
    dial(caller, callee);
    const failure = await caller.told.failed.next();
    assert.ok(failure.kind === 'refused' && failure.status === 503);
    assert.ok((await ofCaller.info('text/plain', Buffer.from('x'))).kind === 'answered');
    const probe = { method: 'OPTIONS', uri: 'sip:x', from: '<sip:a>', to: '<sip:x>' } as const;
    const outcome = await caller.agent.request({ ...probe, hop: callee.hop });
    assert.ok(outcome.kind === 'answered' && outcome.status === 503);
  });
});

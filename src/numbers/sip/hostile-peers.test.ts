/** What strangers send to make a user agent fail, fill or forget. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { boundaries, onBoundaryFailure } from '#core/boundary.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openRawSip } from '#test/harness/raw-sip.ts';
import { dial, openPhone } from '#test/harness/sip-phones.ts';

const timeout = 20_000;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

function failNext(name: string): void {
  boundaries()
    .find((each) => each.name === name)
    ?.failNext();
}

/** A long tag is kept as its digest. */
function tagOf(place: number): string {
  return `place${place}`.padEnd(place === 31 ? 200 : 0, 'x');
}

suite('a user agent among strangers', { timeout }, () => {
  for (const breaks of ['\n', '\r', '\n\r']) {
    test(`reads a message behind 40,000 times ${JSON.stringify(breaks)} on a connection`, async () => {
      await using phone = await openPhone({ transport: 'tcp' });
      await using raw = await openRawSip(phone.hop.port);
      const socket = connect(phone.hop.port, '127.0.0.1');
      let heard = '';
      socket.on('data', (octets) => {
        heard += octets.toString('latin1');
      });
      socket.write(breaks.repeat(40_000));
      const start = 'OPTIONS sip:b@127.0.0.1 SIP/2.0';
      socket.write(raw.text({ callId: 'behind', start, lines: ['Content-Length: 0'] }, 'TCP'));
      await until(() => heard.includes('SIP/2.0 200'));
      socket.destroy();
      await until(() => phone.agent.counts.connections === 0);
    });
  }

  test('answers a ping that comes in two halves, each behind a break of its own', async () => {
    await using phone = await openPhone({ transport: 'tcp' });
    const socket = connect(phone.hop.port, '127.0.0.1').setNoDelay(true);
    let heard = '';
    socket.on('data', (octets) => {
      heard += octets.toString('latin1');
    });
    socket.write('\n\n\r\n\r\n');
    await until(() => heard === '\r\n');
    socket.write('\r\n\r');
    await until(() => phone.agent.counts.connections === 1);
    socket.write('\n');
    await until(() => heard === '\r\n\r\n');
    socket.destroy();
    await once(socket, 'close');
  });

  for (const [what, via] of [
    ['port 0', 'SIP/2.0/UDP 127.0.0.1:0;branch=z9hG4bKnone'],
    ['a port that is none', 'SIP/2.0/UDP 127.0.0.1:65536;branch=z9hG4bKnone'],
  ] as const) {
    test(`refuses a call whose Via names ${what}, and keeps nothing of it`, async () => {
      await using phone = await openPhone();
      await using raw = await openRawSip(phone.hop.port);
      for (const [callId, start] of [
        ['call', undefined],
        ['probe', 'OPTIONS sip:b@127.0.0.1 SIP/2.0'],
      ] as const) {
        const fields = { Via: via, ...(start && { CSeq: '1 OPTIONS' }) };
        raw.send(raw.text({ callId, fields, ...(start && { start }) }));
        assert.equal(await raw.final(callId), 400);
      }
      assert.equal(phone.agent.counts.transactions, 0);
    });
  }

  test('answers 500 to a call that its own handler cannot take, and forgets it', async () => {
    const clock = new HeldClock();
    const failures: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
    await using phone = await openPhone({ clock });
    phone.told.take = () => {
      throw new Error('a fault of ours');
    };
    await using raw = await openRawSip(phone.hop.port);
    raw.send(raw.text({ callId: 'call' }));
    assert.equal(await raw.final('call'), 500);
    clock.advance(32_000);
    assert.equal(phone.agent.counts.transactions, 0);
    assert.deepEqual(failures, ['sip.application']);
  });

  test('closes a connection of which an entry fails, and takes the next one', async () => {
    const failures: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
    await using phone = await openPhone({ transport: 'tcp' });
    const start = 'OPTIONS sip:b@127.0.0.1 SIP/2.0';
    await using raw = await openRawSip(phone.hop.port);
    failNext('sip.connection');
    for (const isAnswered of [false, true]) {
      const socket = connect(phone.hop.port, '127.0.0.1');
      socket.write(raw.text({ callId: 'next', start, lines: ['Content-Length: 0'] }, 'TCP'));
      const heard = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]);
      assert.equal(heard, isAnswered);
      socket.destroy();
    }
    assert.deepEqual(failures, ['sip.connection']);
  });

  test('ends a request of its own of which the end fails', async () => {
    const failures: string[] = [];
    using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
    await using callee = await openPhone({ transport: 'tcp' });
    await using caller = await openPhone({ transport: 'tcp' });
    const probe = { method: 'OPTIONS', uri: 'sip:x', from: '<sip:a>', to: '<sip:x>' } as const;
    failNext('sip.turn');
    for (let each = 0; each < 2; each += 1) {
      const outcome = await caller.agent.request({ ...probe, hop: callee.hop });
      assert.ok(outcome.kind === 'answered' && outcome.status === 200);
    }
    await until(() => caller.agent.counts.transactions === 0);
    assert.deepEqual(failures, ['sip.turn']);
  });

  test('forgets a call that nobody decides on', async () => {
    const clock = new HeldClock();
    await using phone = await openPhone({ clock });
    await using raw = await openRawSip(phone.hop.port);
    raw.send(raw.text({ callId: 'call' }));
    const call = await phone.told.calls.next();
    clock.advance(600_000);
    assert.equal(phone.agent.counts.transactions, 0);
    call.refuse(486);
    assert.equal(phone.agent.counts.dialogs, 0);
  });

  test('refuses a call whose Contact names port 0: nothing could be sent there later', async () => {
    await using phone = await openPhone();
    await using raw = await openRawSip(phone.hop.port);
    raw.send(raw.text({ callId: 'call', lines: ['Contact: <sip:raw@127.0.0.1:0>'] }));
    assert.equal(await raw.final('call'), 400);
    assert.equal(phone.agent.counts.transactions, 0);
  });

  test('acknowledges 32 places that answer its call, again where they answer again, and no more', async () => {
    await using phone = await openPhone();
    const peer = createSocket('udp4').bind(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port } = peer.address();
    const acks: string[] = [];
    const invite = Promise.withResolvers<string>();
    const answer = (request: string, tag = ''): void => {
      const lines = request
        .split('\r\n')
        .filter((line) => /^(?:Via|From|To|Call-ID|CSeq): /i.test(line));
      const repeated = lines.map((line) => (line.startsWith('To: ') ? line + tag : line));
      const own = [`Contact: <sip:b@127.0.0.1:${port}>`, 'Content-Length: 0', '', ''];
      peer.send(['SIP/2.0 200 OK', ...repeated, ...own].join('\r\n'), phone.hop.port);
    };
    peer.on('message', (octets) => {
      const text = octets.toString('latin1');
      if (text.startsWith('INVITE ')) invite.resolve(text);
      if (text.startsWith('ACK ')) acks.push(/^To: .*;tag=(\S+)/im.exec(text)?.[1] ?? '');
      if (text.startsWith('BYE ')) answer(text);
    });
    dial(phone, { transport: 'udp', address: '127.0.0.1', port });
    const asked = await invite.promise;
    const answerFrom = (place: number): void => answer(asked, `;tag=${tagOf(place)}`);
    for (let place = 0; place < 40; place += 1) answerFrom(place);
    await until(() => new Set(acks).size === 32);
    answerFrom(39);
    answerFrom(31);
    await until(() => acks.filter((tag) => tag === tagOf(31)).length === 2);
    assert.equal(new Set(acks).size, 32);
    (await phone.told.answered.next()).session.bye();
    await phone[Symbol.asyncDispose]();
    peer.close();
  });
});

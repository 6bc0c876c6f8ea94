import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { mailLane, relayOwner, siteOwner } from '#mail/delivery/mail-lane.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MailWorld, makeMail, relayLane, relayTo } from '#test/harness/mail-world.ts';
import {
  greet,
  ScriptedSmtp,
  type SmtpPeer,
  takeMails,
  willing,
} from '#test/harness/scripted-smtp.ts';

const pipelined = ['PIPELINING', '8BITMIME'];

/** Answers the first recipients so, and takes all others. */
function refusing(...replies: readonly string[]) {
  const left = [...replies];
  return async (peer: SmtpPeer): Promise<void> => {
    peer.say('220 ready');
    await greet(peer, []);
    for (;;) {
      const line = await peer.line();
      if (line === 'QUIT') return peer.drop();
      if (line.startsWith('RCPT')) peer.say(left.shift() ?? '250 ok');
      else if (line === 'DATA') {
        peer.say('354 go');
        await peer.mail();
        peer.say('250 taken');
      } else peer.say('250 ok');
    }
  };
}

suite('the delivery of mails', () => {
  test('hands each mail over once and stores that it did', async () => {
    await using server = await ScriptedSmtp.open(willing(...pipelined, 'CHUNKING'));
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    for (let n = 0; n < 100; n += 1) world.send();
    assert.deepEqual(await world.settled(100), Array(100).fill('sent'));
    const taken = server.peers.flatMap(({ mails }) => mails.map(String));
    assert.equal(new Set(taken).size, 100);
    assert.equal(taken.length, 100);
    assert.equal(world.store.jobs.size, 0);
    assert.equal(world.engine.counts.get('sent'), 100);
  });

  test('opens no more connections to all servers together than it may: one with nothing to do gives way', async () => {
    await using first = await ScriptedSmtp.open(willing(...pipelined));
    await using second = await ScriptedSmtp.open(willing(...pipelined));
    const [toFirst, toSecond] = [relayTo(first.port), relayTo(second.port)];
    const routeOf = (owner: string) =>
      owner === relayOwner ? toFirst(owner) : toSecond(relayOwner);
    await using world = await new MailWorld({ routeOf, socketsMax: 1 }).start();
    world.send();
    await world.settled(1);
    world.send({}, mailLane(siteOwner('b.example'), { urgency: 'normal', accountId: 1 }));
    assert.deepEqual(await world.settled(2), ['sent', 'sent']);
    assert.deepEqual([first.peers.length, second.peers.length], [1, 1]);
    assert.equal(first.peers[0]?.ended, true);
  });

  test('finds in the table what no offer brought', async () => {
    await using server = await ScriptedSmtp.open(willing(...pipelined));
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.store.owe(relayLane(), { mailId: 7 });
    await world.poll();
    assert.deepEqual(await world.settled(1), ['sent']);
  });

  test('ends, puts off or ends as suppressed what is refused, each as its class says', async () => {
    const server = await ScriptedSmtp.open(
      refusing('550 5.1.1 unknown', '451 4.3.0 later', '452 4.2.2 full', '550 5.7.1 spam'),
    );
    await using _ = server;
    await using world = await new MailWorld({
      routeOf: relayTo(server.port),
      isSuppressed: ({ mailId }) => mailId === 5,
    }).start();
    for (let n = 0; n < 5; n += 1) world.send();
    const settled = await world.settled(5);
    assert.deepEqual(settled.toSorted(), [
      'bounced content',
      'bounced mailbox-unknown',
      'deferred mailbox-full, again as 1',
      'deferred temporary, again as 1',
      'suppressed',
    ]);
    const byKind = (kind: string) => world.store.settled.find(({ fact }) => fact?.kind === kind);
    const hard = world.store.settled.filter(({ suppress }) => suppress !== undefined);
    assert.deepEqual(
      hard.map(({ suppress }) => suppress?.strength),
      ['hard'],
    );
    assert.equal(byKind('suppressed')?.refund, true);
    assert.equal(byKind('bounced')?.refund, false);
    const attempt = byKind('deferred')?.attempt;
    assert.ok(attempt);
    assert.equal(attempt.stage, 'rcpt');
    assert.equal(attempt.ip, '127.0.0.1');
    assert.equal(attempt.tls, 'in clear');
    assert.match(attempt.dialogue, /^C: MAIL FROM:.*\nS: 250 ok\nC: RCPT TO/);
  });

  test('a deferral is told once as long as its reason stays', async () => {
    await using server = await ScriptedSmtp.open(
      refusing('451 4.3.0 later', '451 4.3.0 still', '450 4.7.1 greylisted'),
    );
    const clock = new HeldClock();
    await using world = await new MailWorld({ routeOf: relayTo(server.port), clock }).start();
    world.send();
    for (const count of [1, 2, 3, 4]) {
      await world.settled(count);
      clock.advance(1_000_000);
      await world.poll();
    }
    assert.deepEqual(await world.settled(4), [
      'deferred temporary, again as 1',
      'nothing new temporary, again as 2',
      'deferred greylisted, again as 3',
      'sent',
    ]);
  });

  test('a mail whose time is over is given up for the last reason there was', async () => {
    await using world = await new MailWorld({ routeOf: relayTo(1) }).start();
    world.send({ deferredAs: 'greylisted', state: 'deferred' }, relayLane(), { expiresAtMs: 1 });
    assert.deepEqual(await world.settled(1), ['failed greylisted']);
  });

  test('a mail that cannot be signed never leaves', async () => {
    await using server = await ScriptedSmtp.open(willing());
    await using world = await new MailWorld({
      routeOf: relayTo(server.port),
      make: async () => ({ ok: false, why: 'unsigned', reason: 'no key' }),
    }).start();
    world.send();
    assert.deepEqual(await world.settled(1), ['deferred unsigned, again as 0']);
    assert.equal(server.connections, 0);
  });
});

suite('a server in trouble', () => {
  test('a connection that is lost before the mail was whole costs nothing', async () => {
    let first = true;
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      if (first) {
        first = false;
        await peer.answer('MAIL', '250 ok');
        await peer.line();
        return peer.drop();
      }
      await takeMails(peer);
    });
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.send();
    assert.deepEqual(await world.settled(1), ['sent']);
    assert.equal(server.connections, 2);
  });

  test('a mail in doubt is tried again after five minutes, with the same octets', async () => {
    let first = true;
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      if (!first) return takeMails(peer);
      first = false;
      await peer.answer('MAIL', '250 ok');
      await peer.answer('RCPT', '250 ok');
      await peer.answer('DATA', '354 go');
      await peer.mail();
      peer.drop();
    });
    const clock = new HeldClock();
    await using world = await new MailWorld({ routeOf: relayTo(server.port), clock }).start();
    world.send();
    assert.deepEqual(await world.settled(1), ['deferred in-doubt, again as 1']);
    assert.ok((world.store.settled[0]?.retry?.dueAtMs ?? 0) - clock.nowMs() >= 300_000);
    clock.advance(300_001);
    await world.poll();
    await world.settled(2);
    const [before, after] = server.peers.flatMap(({ mails }) => mails.map(String));
    assert.equal(before, after);
  });

  test('a server that lost count is spoken to one command at a time from then on', async () => {
    let connections = 0;
    await using server = await ScriptedSmtp.open(async (peer) => {
      connections += 1;
      peer.say('220 ready');
      await greet(peer, [...pipelined, 'CHUNKING']);
      if (connections > 1) return takeMails(peer);
      await peer.line();
      await peer.line();
      peer.say('503 5.5.1 what?');
      await peer.hungUp();
    });
    const clock = new HeldClock();
    await using world = await new MailWorld({ routeOf: relayTo(server.port), clock }).start();
    world.send();
    await world.settled(1);
    clock.advance(400_000);
    await world.poll();
    assert.match((await world.settled(2))[1] ?? '', /^sent/);
    assert.ok(server.peers[1]?.lines.includes('DATA'), 'no BDAT there');
  });

  test('the next relay is taken at once where one refuses the connection or greets with a refusal', async () => {
    await using closed = await ScriptedSmtp.open(async (peer) => peer.drop());
    await using blocking = await ScriptedSmtp.open(async (peer) => peer.say('554 5.7.1 no'));
    await using server = await ScriptedSmtp.open(willing());
    const routeOf = relayTo(closed.port, blocking.port, server.port);
    await using world = await new MailWorld({ routeOf }).start();
    world.send();
    assert.deepEqual(await world.settled(1), ['sent']);
  });

  test('mails to a server that is away are told so and wait uncounted, and a probe brings it back', async () => {
    const server = await ScriptedSmtp.open(willing());
    const { port } = server;
    await server[Symbol.asyncDispose]();
    const clock = new HeldClock();
    await using world = await new MailWorld({ routeOf: relayTo(port), clock }).start();
    for (let n = 0; n < 10; n += 1) world.send();
    const unreachable = () => world.lines.filter(({ event }) => event === 'mail.unreachable');
    for (let n = 0; n < 50 && !unreachable().some(({ retryAtMs }) => retryAtMs); n += 1) {
      clock.advance(1_000);
      await systemClock.sleep(5);
    }
    assert.ok(unreachable().length >= 5);
    const put = await world.settled(10);
    assert.deepEqual(put.slice(0, 10), Array(10).fill('deferred unreachable, again as 0'));
    await using back = await ScriptedSmtp.open(willing(), port);
    for (let n = 0; n < 50; n += 1) {
      clock.advance(2_000);
      await world.poll();
      await systemClock.sleep(1);
    }
    await world.until(({ jobs }) => jobs.size === 0);
    assert.ok(back.connections >= 1);
    const sent = (await world.settled(20)).filter((each) => each === 'sent');
    assert.equal(sent.length, 10);
  });

  test('a relay that refuses the password stops the lane, says so, and loses nothing', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      await peer.answer('MAIL', '530 5.7.0 no mail for ada@shop.example');
      await peer.hungUp();
    });
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.send();
    await world.until(() => world.lines.some(({ event }) => event === 'mail.relay_refused'));
    const told = world.lines.find(({ event }) => event === 'mail.relay_refused');
    assert.partialDeepStrictEqual(told, { code: 530, enhanced: '5.7.0' });
    assert.ok(!JSON.stringify(told).includes('ada@'), 'their words may name whom it was for');
    assert.deepEqual(await world.settled(1), ['deferred unreachable, again as 0']);
    assert.equal(world.store.jobs.size, 1);
  });

  test('a throttling reply puts the mail off uncounted', async () => {
    await using server = await ScriptedSmtp.open(refusing('450 4.7.28 too many messages'));
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.send();
    assert.deepEqual(await world.settled(1), ['deferred throttled, again as 0']);
  });
});

suite('turns', () => {
  test('urgent mails go four to one before normal ones, and accounts one after the other', async () => {
    const order: number[] = [];
    const { promise: open, resolve } = Promise.withResolvers<void>();
    await using server = await ScriptedSmtp.open(async (peer) => {
      await open;
      return willing()(peer, 1);
    });
    const make: typeof makeMail = async (mail) => {
      order.push(mail.accountId);
      return makeMail(mail);
    };
    await using world = await new MailWorld({ routeOf: relayTo(server.port), make }).start();
    // All stand in the table before the lane looks.
    world.holds = false;
    for (let n = 0; n < 20; n += 1) world.send({ accountId: 1 }, relayLane(1));
    for (let n = 0; n < 3; n += 1) world.send({ accountId: 2 }, relayLane(2));
    for (let n = 0; n < 8; n += 1) world.send({ accountId: 9 }, relayLane(9, 'urgent'));
    world.holds = true;
    await world.poll();
    resolve();
    await world.settled(31);
    const firstNormal = order.indexOf(1);
    assert.ok(order.filter((account) => account === 9).length === 8);
    assert.ok(order.lastIndexOf(2) < order.lastIndexOf(1) - 5, 'the small one was not last');
    assert.ok(firstNormal >= 0);
  });
});

suite('leases', () => {
  test('nothing begins without one, and all goes on with it', async () => {
    await using server = await ScriptedSmtp.open(willing());
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.holds = false;
    world.send();
    await world.poll();
    assert.equal(server.connections, 0);
    world.holds = true;
    await world.poll();
    assert.deepEqual(await world.settled(1), ['sent']);
  });

  test('what a server took after its lease was lost is stored as sent', async () => {
    const { promise: taken, resolve } = Promise.withResolvers<SmtpPeer>();
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      await peer.answer('MAIL', '250 ok');
      await peer.answer('RCPT', '250 ok');
      await peer.answer('DATA', '354 go');
      await peer.mail();
      resolve(peer);
    });
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.send();
    const peer = await taken;
    world.loseAll();
    peer.say('250 2.0.0 taken');
    assert.deepEqual(await world.settled(1), ['sent']);
  });

  test('an end awaits what is with a server, and leaves the rest in the table', async () => {
    const { promise: taken, resolve } = Promise.withResolvers<SmtpPeer>();
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      await peer.answer('MAIL', '250 ok');
      await peer.answer('RCPT', '250 ok');
      await peer.answer('DATA', '354 go');
      await peer.mail();
      resolve(peer);
    });
    const world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.send();
    const peer = await taken;
    world.send();
    const ending = world[Symbol.asyncDispose]();
    peer.say('250 2.0.0 taken');
    await ending;
    assert.equal(world.store.settled.filter(({ fact }) => fact?.kind === 'sent').length, 1);
    assert.equal(world.store.jobs.size, 1);
  });

  test('a storage that is away is waited for, and nothing is sent twice', async () => {
    await using server = await ScriptedSmtp.open(willing());
    await using world = await new MailWorld({ routeOf: relayTo(server.port) }).start();
    world.store.fault = new Error('disk full');
    world.send();
    await world.until(() => world.lines.some(({ event }) => event === 'deliveries.unsettled'));
    world.store.fault = undefined;
    assert.deepEqual(await world.settled(1), ['sent']);
    assert.equal(server.peers.flatMap(({ mails }) => mails).length, 1);
  });
});

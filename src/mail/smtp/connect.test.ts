import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { HeldClock } from '#test/harness/held-clock.ts';
import {
  greet,
  ScriptedSmtp,
  type SmtpPeer,
  takeMails,
  willing,
} from '#test/harness/scripted-smtp.ts';
import { mail, open, refusal, session } from '#test/harness/smtp-session.ts';

const stuffed = 'Subject: hello\r\n\r\n..hidden\r\nbye\r\n';
const pipelined = ['PIPELINING', 'SIZE 1000000', '8BITMIME', 'SMTPUTF8'];
const chunked = [...pipelined, 'CHUNKING'];

async function dropAt(command: string, words: readonly string[]): Promise<string> {
  await using server = await ScriptedSmtp.open(async (peer) => {
    peer.say('220 ready');
    await greet(peer, words);
    for (;;) {
      const line = await peer.line();
      if (line.startsWith(command)) return peer.drop();
      peer.say(line === 'DATA' ? '354 go' : '250 ok');
      if (line !== 'DATA') continue;
      await peer.mail();
      return peer.drop();
    }
  });
  const link = await session(server);
  const result = await link.send(mail());
  return result.did === 'lose' ? `lost at ${result.stage}` : result.did;
}

/** Moves the time once the peer has said that the moment has come. */
async function lateAt(
  script: (peer: SmtpPeer, silent: () => void) => Promise<void>,
  byMs: number,
): Promise<{ readonly did: string; readonly reason: string }> {
  const clock = new HeldClock();
  const { promise: silence, resolve } = Promise.withResolvers<void>();
  await using server = await ScriptedSmtp.open((peer) => script(peer, resolve));
  const opening = open(server, { clock });
  const advanced = (async () => {
    await silence;
    // Two turns, for what the client just wrote to be noted.
    await immediate();
    await immediate();
    clock.advance(byMs);
  })();
  const { connected } = await opening;
  if (!connected.ok) return { did: 'no session', reason: connected.fault.reason };
  const result = await connected.session.send(mail());
  await advanced;
  return { did: result.did, reason: 'reason' in result ? result.reason : '' };
}

suite('a session with a server that knows no extension', () => {
  test('goes step by step and dot-stuffs', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220-mx.example.net', '220 ready');
      await peer.answer('EHLO out.example.com', '502 unknown');
      await peer.answer('HELO out.example.com', '250 hi');
      await peer.answer('MAIL FROM:<b+token@b.example.com>', '250 ok');
      assert.equal(peer.waiting, '');
      await peer.answer('RCPT TO:<ada@example.net>', '250 ok');
      assert.equal(peer.waiting, '');
      await peer.answer('DATA', '354 go');
      assert.equal((await peer.mail()).toString(), stuffed);
      peer.say('250 2.0.0 queued as 7');
      await peer.answer('QUIT', '221 bye');
    });
    const link = await session(server);
    const result = await link.send(mail());
    assert.equal(result.did, 'accept');
    link.quit();
    await server.peers[0]?.hungUp();
    assert.deepEqual(server.faults, []);
  });

  for (const stage of ['mail', 'rcpt', 'data', 'body'] as const) {
    test(`tells a refusal at ${stage}, and carries the next mail behind RSET`, async () => {
      await using server = await ScriptedSmtp.open(async (peer) => {
        peer.say('220 ready');
        await greet(peer, []);
        await peer.answer('MAIL', stage === 'mail' ? '550 5.7.1 no' : '250 ok');
        if (stage !== 'mail')
          await peer.answer('RCPT', stage === 'rcpt' ? '550 5.1.1 no' : '250 ok');
        if (stage === 'data') await peer.answer('DATA', '451 4.3.0 no');
        if (stage === 'body') {
          await peer.answer('DATA', '354 go');
          await peer.mail();
          peer.say('554 5.7.1 spam');
        } else await peer.answer('RSET', '250 ok');
        await takeMails(peer);
      });
      const link = await session(server);
      const refused = await link.send(mail());
      assert.equal('stage' in refused && refused.stage, stage);
      assert.equal((await link.send(mail())).did, 'accept');
      assert.deepEqual(server.faults, []);
    });
  }
});

suite('a session with PIPELINING', () => {
  test('writes an envelope at once, and the next right behind the mail', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, pipelined);
      await peer.line();
      await peer.line();
      assert.equal(await peer.line(), 'DATA');
      peer.say('250 ok', '250 ok', '354 go');
      await peer.mail();
      // Only now the first mail is answered: the second envelope is here already.
      assert.match(await peer.line(), /^MAIL/);
      await peer.line();
      await peer.line();
      peer.say('250 first taken', '250 ok', '250 ok', '354 go');
      await peer.mail();
      peer.say('250 second taken');
    });
    const link = await session(server);
    const first = link.send(mail());
    assert.equal(link.hasRoom, false);
    await new Promise<void>((resolve) => {
      const look = (): void => void (link.hasRoom ? resolve() : setImmediate(look));
      look();
    });
    const second = link.send(mail());
    assert.equal((await first).did, 'accept');
    assert.equal((await second).did, 'accept');
    assert.deepEqual(server.faults, []);
  });

  test('sends a lone dot, not the mail, where DATA is answered for a refused recipient', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, pipelined);
      for (const _ of [1, 2, 3]) await peer.line();
      peer.say('250 ok', '550 5.1.1 unknown', '354 go');
      assert.equal((await peer.mail()).toString(), '');
      peer.say('554 5.5.1 no valid recipients');
      await takeMails(peer);
    });
    const link = await session(server);
    const result = await link.send(mail());
    assert.ok(result.did === 'refuse');
    assert.equal(result.stage, 'rcpt');
    assert.deepEqual(result.reply, { code: 550, enhanced: '5.1.1', lines: ['unknown'] });
    assert.deepEqual(result.dialogue.split('\n'), [
      'C: MAIL FROM:<b+token@b.example.com> SIZE=32',
      'C: RCPT TO:<ada@example.net>',
      'C: DATA',
      'S: 250 ok',
      'S: 550 5.1.1 unknown',
      'S: 354 go',
      'S: 554 5.5.1 no valid recipients',
    ]);
    assert.equal((await link.send(mail())).did, 'accept');
  });

  test('reads the 503s behind a refused sender as what they are', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, pipelined);
      for (const _ of [1, 2, 3]) await peer.line();
      peer.say('451 4.7.1 wait', '503 no sender', '503 no recipient');
      await peer.answer('RSET', '250 ok');
      await takeMails(peer);
    });
    const link = await session(server);
    const result = await link.send(mail());
    assert.equal(result.did === 'refuse' && result.stage, 'mail');
    assert.equal((await link.send(mail())).did, 'accept');
  });
});

suite('a session with CHUNKING', () => {
  test('has as many whole mails in flight as its window, and resets between them', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, chunked);
      for (const n of [1, 2, 3, 4]) {
        if (n > 1) assert.equal(await peer.line(), 'RSET');
        assert.match(await peer.line(), /^MAIL/);
        assert.match(await peer.line(), /^RCPT/);
        assert.equal((await peer.chunk()).toString(), mail().octets.toString());
      }
      peer.say('250 ok', '250 ok', '250 taken');
      for (const _ of [2, 3, 4]) peer.say('250 ok', '250 ok', '250 ok', '250 taken');
    });
    const link = await session(server);
    const results: Promise<{ did: string }>[] = [];
    while (link.hasRoom) results.push(link.send(mail()));
    assert.equal(results.length, 4);
    assert.deepEqual(
      (await Promise.all(results)).map(({ did }) => did),
      Array(4).fill('accept'),
    );
    assert.deepEqual(server.faults, []);
  });

  test('one refused recipient leaves those before and behind it as they are', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, chunked);
      for (const n of [1, 2, 3]) {
        for (const _ of n > 1 ? [1, 2, 3] : [1, 2]) await peer.line();
        await peer.chunk();
      }
      peer.say('250 ok', '250 ok', '250 taken');
      peer.say('250 ok', '250 ok', '550 5.1.1 no', '503 5.5.1 need RCPT');
      peer.say('250 ok', '250 ok', '250 ok', '250 taken');
    });
    const link = await session(server);
    const results = await Promise.all([1, 2, 3].map(() => link.send(mail())));
    assert.deepEqual(
      results.map(({ did }) => did),
      ['accept', 'refuse', 'accept'],
    );
  });

  test('a large mail waits for the reply to its recipient, and is not sent in vain', async () => {
    const large = mail(`Subject: x\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(1_000));
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, chunked);
      await peer.line();
      await peer.answer('RCPT', '250 ok', '550 5.1.1 no');
      await peer.answer('RSET', '250 ok');
      await peer.answer('MAIL', '250 ok');
      await peer.answer('RCPT', '250 ok');
      assert.equal((await peer.chunk()).length, large.bytes);
      peer.say('250 taken');
    });
    const link = await session(server);
    assert.equal((await link.send(large)).did, 'refuse');
    assert.equal((await link.send(large)).did, 'accept');
    assert.deepEqual(server.faults, []);
  });

  test('a server that has lost count is left, and that is said', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, chunked);
      for (const _ of [1, 2]) await peer.line();
      await peer.chunk();
      peer.say('503 5.5.1 nested MAIL');
      await peer.hungUp();
    });
    const { connected, ended } = await open(server);
    assert.ok(connected.ok);
    const result = await connected.session.send(mail());
    assert.equal(result.did, 'doubt');
    assert.equal((await ended).outOfStep, true);
  });

  test('CHUNKING without PIPELINING is not used, for a BDAT in vain costs the mail', async () => {
    await using server = await ScriptedSmtp.open(willing('CHUNKING'));
    const link = await session(server);
    assert.equal((await link.send(mail())).did, 'accept');
    assert.ok(server.peers[0]?.lines.includes('DATA'));
    assert.equal(server.peers[0]?.mails[0]?.toString(), stuffed);
  });
});

suite('a session that ends early', () => {
  test('before the mail was whole loses it for sure', async () => {
    assert.equal(await dropAt('MAIL', []), 'lost at mail');
    assert.equal(await dropAt('RCPT', []), 'lost at rcpt');
    assert.equal(await dropAt('DATA', []), 'lost at data');
  });

  test('behind its last octet leaves it in doubt', async () => {
    assert.equal(await dropAt('never', []), 'doubt');
    assert.equal(await dropAt('never', pipelined), 'doubt');
    assert.equal(await dropAt('BDAT', chunked), 'doubt');
  });

  test('421 behind the mail says that it was not taken, and neither were those behind it', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, chunked);
      for (const _ of [1, 2]) await peer.line();
      await peer.chunk();
      peer.say('250 ok', '250 ok', '421 4.3.2 shutting down');
      await peer.hungUp();
    });
    const link = await session(server);
    const [first, second] = await Promise.all([link.send(mail()), link.send(mail())]);
    assert.equal(first.did === 'refuse' && first.reply.code, 421);
    assert.equal(second.did, 'lose');
  });

  test('421 while nothing is asked ends it without a fault of step', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      peer.say('421 4.4.2 idle');
    });
    const { ended } = await open(server);
    const fault = await ended;
    assert.equal(fault.reply?.code, 421);
    assert.equal(fault.outOfStep, false);
  });

  test('a reply that nobody asked for ends it', async () => {
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      peer.say('250 surprise');
    });
    assert.equal((await (await open(server)).ended).outOfStep, true);
  });

  test('replies without code, without end, or of two codes end it', async () => {
    for (const wrong of [
      'hello\r\n',
      '250-a\r\n251 b\r\n',
      '250-x\r\n'.repeat(200),
      '2'.repeat(9_000),
    ]) {
      await using server = await ScriptedSmtp.open(async (peer) => {
        peer.sayRaw(wrong);
      });
      const fault = await refusal(server);
      assert.match(fault.reason, /^reply with|^250/, wrong.slice(0, 20));
      assert.equal(fault.stage, 'greeting');
    }
  });
});

suite('time-outs of a session', () => {
  test('a server that never greets is left after five minutes', async () => {
    const late = await lateAt(async (_peer, silent) => silent(), 300_000);
    assert.deepEqual(late, { did: 'no session', reason: 'no reply in time' });
  });

  test('a mail that is not answered within ten minutes is in doubt', async () => {
    const late = await lateAt(async (peer, silent) => {
      peer.say('220 ready');
      await greet(peer, chunked);
      for (const _ of [1, 2]) await peer.line();
      await peer.chunk();
      peer.say('250 ok', '250 ok');
      silent();
    }, 1_200_000);
    assert.deepEqual(late, { did: 'doubt', reason: 'no reply in time' });
  });

  test('a server that is slow with each line, within its time, is waited for', async () => {
    const clock = new HeldClock();
    const slow = async (peer: SmtpPeer): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(200_000);
      peer.say('250 ok');
    };
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      await peer.line();
      await slow(peer);
      await peer.line();
      await slow(peer);
      await peer.answer('DATA', '354 go');
      await peer.mail();
      await slow(peer);
    });
    const link = await session(server, { clock });
    assert.equal((await link.send(mail())).did, 'accept');
  });

  test('a server that takes no octets is left after three minutes', async () => {
    const clock = new HeldClock();
    const { promise: stuck, resolve } = Promise.withResolvers<void>();
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 ready');
      await greet(peer, []);
      await peer.answer('MAIL', '250 ok');
      await peer.answer('RCPT', '250 ok');
      await peer.answer('DATA', '354 go');
      peer.pause();
      resolve();
    });
    const link = await session(server, { clock });
    const result = link.send(mail('x'.repeat(998).concat('\r\n').repeat(30_000)));
    await stuck;
    const moving = setInterval(() => clock.advance(60_000), 20);
    const { did } = await result;
    clearInterval(moving);
    assert.equal(did, 'lose');
  });
});

suite('what a server offers', () => {
  test('a mail larger than its SIZE is not begun', async () => {
    await using server = await ScriptedSmtp.open(willing('SIZE 20'));
    const link = await session(server);
    assert.deepEqual(await link.send(mail()), { did: 'misfit', why: 'size' });
    assert.equal(link.inFlight, 0);
  });

  test('SMTPUTF8 is asked for where the mail needs it, and only there', async () => {
    await using server = await ScriptedSmtp.open(willing(...pipelined));
    const link = await session(server);
    await link.send(mail());
    await link.send(mail(undefined, { needsSmtpUtf8: true, recipient: 'jürgen@example.net' }));
    const lines = server.peers[0]?.lines.filter((line) => line.startsWith('MAIL')) ?? [];
    assert.match(lines[0] ?? '', / SIZE=\d+$/);
    assert.match(lines[1] ?? '', / SIZE=\d+ BODY=8BITMIME SMTPUTF8$/);
  });

  test('a mail that needs SMTPUTF8 is not begun without it', async () => {
    await using server = await ScriptedSmtp.open(willing('8BITMIME'));
    const link = await session(server);
    const result = await link.send(mail(undefined, { needsSmtpUtf8: true }));
    assert.deepEqual(result, { did: 'misfit', why: 'smtputf8' });
  });

  test('LIMITS MAILMAX ends the session in time', async () => {
    await using server = await ScriptedSmtp.open(willing('LIMITS RCPTMAX=5 MAILMAX=2'));
    const link = await session(server);
    await link.send(mail());
    assert.equal(link.hasRoom, true);
    await link.send(mail());
    assert.equal(link.hasRoom, false);
    assert.equal(link.isSpent, true);
  });
});

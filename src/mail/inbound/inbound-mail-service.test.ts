import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';
import type { Feedback } from '../mail-feedback.ts';
import { type ListenerLimits, MailListener } from '../smtp/mail-listener.ts';
import { makeCertificate } from '../smtp/self-made-certificate.ts';
import { MailTokens } from '../tokens.ts';
import { InboundMailService } from './inbound-mail-service.ts';
import { readInboundMail } from './read-inbound.ts';

const folder = path.join(import.meta.dirname, '../../../fixtures/inbound-mail');
const mailId = 512 * 7 + 3;
const limits: ListenerLimits = {
  sizeMax: 20_000,
  keptMax: 10_000,
  recipientsMax: 3,
  connectionsMax: 5,
  underWayMax: 1_000_000,
  connectionsPerAddressMax: 3,
};

async function openWorld(feedback: Feedback = 'noted', helloName = 'mx.acme.example') {
  await using stack = new AsyncDisposableStack();
  const tokens = new MailTokens(Buffer.alloc(32, 1));
  const heard: unknown[] = [];
  const kept: string[] = [];
  const note = async (...told: readonly unknown[]): Promise<Feedback> => {
    heard.push(told);
    return feedback;
  };
  const log = openLog('silent');
  const listener = stack.use(
    new MailListener({
      name: 'inbound mail',
      host: '127.0.0.1',
      port: 0,
      helloName,
      limits,
      clock: systemClock,
      log,
      tls: makeCertificate(helloName, systemClock.nowMs()),
      handler: new InboundMailService({
        tokens,
        read: readInboundMail,
        isOurs: (domain) => domain === 'acme.example' || domain === 'b.acme.example',
        feedback: {
          bounced: (mail, reason) => note('bounced', mail, reason.class),
          complained: (mail, { type }) => note('complained', mail, type),
          unsubscribed: (mail, source) => note('unsubscribed', mail, source),
        },
        keep: async ({ subject }) => void kept.push(subject),
        log,
      }),
    }),
  );
  await listener.listen();
  const dialogue = stack.use(await SmtpDialogue.open(listener.port));
  await dialogue.say('EHLO client.example');
  const token = tokens.makeToken('bounce', mailId);
  const fixture = (name: string) =>
    readFileSync(path.join(folder, `${name}.eml`), 'latin1')
      .replaceAll('TOKEN', token)
      .trimEnd();
  const opened = stack.move();
  return {
    port: listener.port,
    dialogue,
    heard,
    kept,
    bounces: `b+${token}@b.acme.example`,
    unsubscribes: `u+${tokens.makeToken('unsubscribe', mailId)}@b.acme.example`,
    send: (to: string, name: string, from = '') => dialogue.send(from, [to], fixture(name)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

suite('the inbound port', () => {
  test('is no relay, and takes no token that was not made here for this', async () => {
    await using world = await openWorld();
    await world.dialogue.say('MAIL FROM:<a@stranger.example>');
    const forged = world.bounces.replace(/.@/, (last) => (last === 'a@' ? 'b@' : 'a@'));
    const refused = [
      'zoe@client.example',
      'anybody@acme.example',
      'postmaster@client.example',
      'fbl@acme.example.evil.example',
      'zoe%client.example@acme.example',
      '"zoe@client.example"@acme.example',
      forged,
      world.bounces.replace('b+', 'u+'),
      world.unsubscribes.replace('u+', 'b+'),
    ];
    for (const address of refused) {
      const [reply = ''] = await world.dialogue.say(`RCPT TO:<${address}>`);
      assert.match(reply, /^5\d\d /, address);
    }
    const [data = ''] = await world.dialogue.say('DATA');
    assert.match(data, /^503/);
    assert.deepEqual(world.heard, []);
  });

  test('hears of bounces at the return path, in any case of letters', async () => {
    await using world = await openWorld();
    assert.match(await world.send(world.bounces, 'postfix-style'), /^250/);
    assert.match(await world.send(world.bounces.toUpperCase(), 'plain-text-bounce'), /^250/);
    assert.match(await world.send(world.bounces, 'delayed'), /^250/);
    assert.match(await world.send(world.bounces, 'out-of-office'), /^250/);
    assert.match(await world.send(world.bounces, 'letter', 'zoe@client.example'), /^250/);
    const bounced = ['bounced', mailId, 'mailbox-unknown'];
    assert.deepEqual(world.heard, [bounced, bounced]);
  });

  test('hears of complaints by the Message-ID of what they return', async () => {
    await using world = await openWorld();
    assert.match(await world.send('fbl@acme.example', 'complaint'), /^250/);
    assert.match(await world.send('fbl@acme.example', 'not-spam'), /^250/);
    assert.match(await world.send('abuse@acme.example', 'complaint'), /^250/);
    const complained = ['complained', mailId, 'abuse'];
    assert.deepEqual(world.heard, [complained, complained]);
    assert.deepEqual(world.kept, []);
  });

  test('unsubscribes the person who writes to the address of that, and not its server', async () => {
    await using world = await openWorld();
    assert.match(await world.send(world.unsubscribes, 'letter', 'zoe@client.example'), /^250/);
    assert.match(await world.send(world.unsubscribes, 'postfix-style'), /^250/);
    assert.deepEqual(world.heard, [['unsubscribed', mailId, 'mail']]);
  });

  test('keeps letters to people', async () => {
    await using world = await openWorld();
    assert.match(await world.send('Postmaster@Acme.example', 'letter', 'z@c.example'), /^250/);
    assert.deepEqual(world.kept, ['A question']);
  });

  test('asks to come again while the mail is not known to be sent', async () => {
    await using world = await openWorld('too early');
    assert.match(await world.send(world.bounces, 'postfix-style'), /^451/);
  });

  test('never sees two mails in one', async () => {
    await using world = await openWorld();
    const second = `MAIL FROM:<>\r\nRCPT TO:<${world.unsubscribes}>\r\nDATA\r\nSubject: x\r\n\r\nx`;
    for (const end of ['\n.\r\n', '\n.\n', '\r.\r', '\r\n.\n', '\n\n.\r\n', '\r\n.\r']) {
      const smuggling = `Subject: first\r\n\r\nHi${end}${second}`;
      const reply = await world.dialogue.send('', [world.bounces], smuggling);
      assert.match(reply, /^550 5\.6\.0/, JSON.stringify(end));
      const [next = ''] = await world.dialogue.say('NOOP');
      assert.match(next, /^250/, JSON.stringify(end));
    }
    assert.deepEqual(world.heard, []);
  });

  test('a mail beyond the size is refused, and the dialogue goes on', async () => {
    await using world = await openWorld();
    const large = `Subject: x\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(300)}`;
    assert.match(await world.dialogue.send('', [world.bounces], large), /^552/);
    const [declared = ''] = await world.dialogue.say('MAIL FROM:<> SIZE=30000');
    assert.match(declared, /^552/);
    assert.match(await world.send(world.bounces, 'postfix-style'), /^250/);
  });

  test('has bounds for recipients and connections', async () => {
    await using world = await openWorld();
    await world.dialogue.say('MAIL FROM:<>');
    const to = Array.from({ length: 4 }, (_, at) => `RCPT TO:<b+${at}@acme.example>`);
    assert.equal((await world.dialogue.say(...to)).length, 4);
    await using second = await SmtpDialogue.open(world.port);
    await using third = await SmtpDialogue.open(world.port);
    await using refused = await SmtpDialogue.open(world.port, /^421/);
    assert.equal(await refused.hear(), '');
    await third.say('QUIT');
    assert.equal(await third.hear(), '');
    await using again = await SmtpDialogue.open(world.port);
    assert.match((await again.say('NOOP')).join(), /^250/);
    assert.match((await second.say('NOOP')).join(), /^250/);
  });

  test('speaks TLS with a certificate that it has made itself', async () => {
    const name = `${'long-label.'.repeat(12)}acme.example`;
    await using world = await openWorld('noted', name);
    await using plain = await SmtpDialogue.open(world.port);
    await plain.say('EHLO client.example', 'STARTTLS');
    const secure = connectTls({ socket: plain.handOver(), rejectUnauthorized: false });
    await new Promise((resolve) => secure.once('secureConnect', resolve));
    assert.equal(secure.getPeerX509Certificate()?.subjectAltName, `DNS:${name}`);
    assert.match(secure.getProtocol() ?? '', /^TLSv1\.[23]$/);
    secure.destroy();
  });
});

test('a port that another program holds is an error of the system', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const bound = server.address();
  assert.ok(typeof bound === 'object' && bound !== null);
  await using listener = new MailListener({
    name: 'inbound mail',
    host: '127.0.0.1',
    port: bound.port,
    helloName: 'mx.acme.example',
    limits,
    clock: systemClock,
    log: openLog('silent'),
    handler: new InboundMailService({
      tokens: new MailTokens(Buffer.alloc(32, 1)),
      read: readInboundMail,
      isOurs: () => false,
      feedback: {
        bounced: async () => 'noted',
        complained: async () => 'noted',
        unsubscribed: async () => 'noted',
      },
      keep: async () => undefined,
      log: openLog('silent'),
    }),
  });
  await assert.rejects(listener.listen(), { code: 'EADDRINUSE' });
  server.close();
});

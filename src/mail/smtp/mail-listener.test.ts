import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';
import { type ArrivedMail, MailListener, take } from './mail-listener.ts';

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const arrived: ArrivedMail[] = [];
  const listener = stack.use(
    new MailListener({
      name: 'test',
      host: '127.0.0.1',
      port: 0,
      helloName: 'mx.acme.example',
      clock: systemClock,
      log: openLog('silent'),
      limits: {
        sizeMax: 10_000,
        keptMax: 10_000,
        recipientsMax: 10,
        connectionsMax: 10,
        connectionsPerAddressMax: 10,
        underWayMax: 5_000,
      },
      handler: {
        connected: () => take,
        sender: () => take,
        recipient: () => take,
        mail: async (mail) => {
          arrived.push(mail);
          return take;
        },
      },
    }),
  );
  await listener.listen();
  const peer = async () => {
    const dialogue = stack.use(await SmtpDialogue.open(listener.port));
    await dialogue.say('EHLO client.example');
    return dialogue;
  };
  const opened = { slow: await peer(), other: await peer() };
  const stood = stack.move();
  return { ...opened, arrived, [Symbol.asyncDispose]: () => stood.disposeAsync() };
}

const envelope = ['MAIL FROM:<a@client.example>', 'RCPT TO:<b@acme.example>', 'DATA'];

suite('a port that takes mail', () => {
  test('refuses for now what is too much at a time over all connections, and takes it later', async () => {
    await using world = await openWorld();
    await world.slow.say(...envelope);
    world.slow.write(`${'x'.repeat(78)}\r\n`.repeat(50));
    const mail = `${'y'.repeat(78)}\r\n`.repeat(25).trimEnd();
    const send = () => world.other.send('a@client.example', ['b@acme.example'], mail);
    // Until the octets of the other have come.
    let reply = await send();
    while (reply.startsWith('250')) reply = await send();
    assert.match(reply, /^452 4\.3\.1/);
    world.slow.write('.\r\n');
    assert.match(await world.slow.hear(), /^250/);
    assert.equal(world.arrived.at(-1)?.octets.length, 4_000);
    assert.match(await send(), /^250/);
  });

  test('forgets what a peer had brought that hangs up in the middle', async () => {
    await using world = await openWorld();
    await world.slow.say(...envelope);
    world.slow.write('x'.repeat(4_900));
    await world.slow[Symbol.asyncDispose]();
    const mail = 'y'.repeat(900);
    const send = () => world.other.send('a@client.example', ['b@acme.example'], mail);
    let reply = await send();
    while (reply.startsWith('452')) reply = await send();
    assert.match(reply, /^250/);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { memoryCaughtMails } from '#test/harness/memory-caught-mails.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';
import { openMailCatcher } from './mail-catcher.ts';

const mail = 'From: =?utf-8?q?=C3=89t=C3=A9?= <a@acme.example>\r\nSubject: Hello\r\n\r\n.Hello\r\n';

async function openWorld(port = 0) {
  await using stack = new AsyncDisposableStack();
  const store = memoryCaughtMails();
  const catcher = stack.use(
    await openMailCatcher({
      host: '127.0.0.1',
      port,
      store,
      whose: async (messageId) =>
        messageId === 'ours@acme.example' ? { accountId: 1, mailId: 512 } : undefined,
      clock: systemClock,
      random: () => 0.5,
      log: openLog('silent'),
    }),
  );
  const dialogue = stack.use(await SmtpDialogue.open(catcher.port));
  await dialogue.say('EHLO client.example');
  const opened = stack.move();
  return { catcher, dialogue, store, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

suite('the mail catcher', () => {
  test('keeps what it takes, octet by octet, with its envelope', async () => {
    await using world = await openWorld();
    const to = ['b@client.example', 'c@client.example'];
    const reply = await world.dialogue.send('a@acme.example', to, mail.trimEnd());
    const [entry] = world.store.mails;
    assert.equal(reply, `250 2.0.0 Caught as ${entry?.id}`);
    assert.deepEqual(entry?.recipients, to);
    assert.equal(entry.from, 'Été <a@acme.example>');
    assert.equal(entry.subject, 'Hello');
    assert.equal(Buffer.from(entry.octets).toString(), mail);
    assert.match(
      entry.dialogue,
      /^S: 220 (?:.|\n)*C: EHLO client\.example\nS: 250-(?:.|\n)*S: 354 [^\n]+$/,
    );
  });

  test('notes whose a mail is by its Message-ID, and takes what is nobody’s', async () => {
    await using world = await openWorld();
    for (const id of [
      '<ours@acme.example>',
      '<theirs@acme.example>',
      'ours@acme.example\r\nX: y',
    ]) {
      await world.dialogue.send(
        'a@acme.example',
        ['b@client.example'],
        `Message-ID: ${id}\r\n\r\n`,
      );
    }
    await world.dialogue.send('a@acme.example', ['b@client.example'], 'Subject: none\r\n\r\n');
    const ours = { accountId: 1, mailId: 512 };
    assert.deepEqual(
      world.store.mails.map(({ of }) => of),
      [ours, null, ours, null],
    );
  });

  test('takes several mails over one connection, and commands in one write', async () => {
    await using world = await openWorld();
    const envelope = ['MAIL FROM:<>', 'RCPT TO:<b@client.example>', 'DATA'];
    for (const subject of ['One', 'Two']) {
      assert.match((await world.dialogue.say(...envelope)).join(), /^250.*,250.*,354/);
      assert.match((await world.dialogue.say(`Subject: ${subject}\r\n\r\nHi\r\n.`)).join(), /^250/);
    }
    const subjects = world.store.mails.map((each) => each.subject);
    assert.deepEqual(subjects, ['One', 'Two']);
  });

  test('has mailboxes that refuse, once, twice or always', async () => {
    await using world = await openWorld();
    const trying = async (box: string) => {
      await world.dialogue.say('RSET');
      return world.dialogue.send('a@acme.example', [`${box}@parley.test`], mail);
    };
    assert.match(await trying('bounce'), /^550 5\.1\.1/);
    assert.match(await trying('Bounce+some.thing'), /^550 5\.1\.1/);
    assert.match(await trying('full'), /^452 4\.2\.2/);
    assert.match(await trying('block'), /^550 5\.7\.1/);
    assert.match(await trying('defer'), /^451 4\.7\.1/);
    assert.match(await trying('defer'), /^451 4\.7\.1/);
    assert.match(await trying('defer'), /^250/);
    assert.match(await trying('anybody'), /^250/);
    assert.equal(world.store.mails.length, 2);
  });

  test('fails at each stage as often as it is told', async () => {
    await using world = await openWorld();
    const never = { temporary: 0, permanent: 0, drop: 0, delay: 0, delayMs: 0 };
    world.catcher.chaos = { recipient: { ...never, temporary: 51 } };
    assert.match(await world.dialogue.send('', ['b@client.example'], mail), /^450 4\.2\.1/);
    world.catcher.chaos = { recipient: { ...never, temporary: 50, permanent: 1 } };
    assert.match((await world.dialogue.say('RCPT TO:<b@client.example>')).join(), /^550 5\.1\.1/);
    world.catcher.chaos = { data: { ...never, temporary: 50, delay: 100, delayMs: 1 } };
    await world.dialogue.say('RSET');
    assert.match(await world.dialogue.send('', ['b@client.example'], mail), /^250/);
    world.catcher.chaos = { connect: { ...never, permanent: 100 } };
    await using refused = await SmtpDialogue.open(world.catcher.port, /^554 /);
    assert.equal(await refused.hear(), '');
    world.catcher.chaos = { sender: { ...never, drop: 100 } };
    assert.equal(await world.dialogue.send('', ['b@client.example'], mail), '');
  });

  test('takes a free port where its own is busy', async () => {
    await using first = await openWorld();
    await using second = await openWorld(first.catcher.port);
    assert.notEqual(second.catcher.port, first.catcher.port);
  });
});

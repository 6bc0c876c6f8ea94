/** What comes back for a mail, over the whole program: by SMTP and by the links in it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { systemClock } from '#core/clock.ts';
import { MailTokens, tokenKeyUse } from '#mail/tokens.ts';
import { folderSealer } from '#test/harness/folder-sealer.ts';
import { openLiveMail } from '#test/harness/live-mail.ts';
import { openApp } from '#test/harness/open-app.ts';
import { ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/inbound-mail');

/** A mail that was accepted, and of which it is written down that it was sent. */
async function sentMail(home: string): Promise<number> {
  await using app = await openApp({}, home);
  const answer = await app.post('/mail/v1/send', {
    apiKey: app.testKey,
    subject: 'Hello',
    htmlContent: '<p>Hi #FIRSTNAME# <a href="#UNSUBSCRIBE_LINK#">out</a></p>',
    from: { email: 'news@acme.example', name: 'Acme & Co' },
    unsubscribe: 'news',
    params: { to: [{ email: 'zoe@client.example', variables: { firstname: '<Zoé>' } }] },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  using db = new DatabaseSync(path.join(home, 'parley.db'));
  const { id } = db.prepare('SELECT id FROM mail').get() as { readonly id: number };
  return id;
}

async function note(home: string, mailId: number): Promise<void> {
  await using storage = await openStorageBeside(home);
  const fact = { mailId, atMs: Date.now(), kind: 'sent', detail: null, events: [] } as const;
  const noted = await storage.emails.recordMailFacts([{ ...fact, from: ['queued', 'sent'] }]);
  assert.deepEqual(noted, [true]);
}

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(temporaryFolder()).path;
  const mailId = await sentMail(home);
  await note(home, mailId);
  const app = stack.use(
    await openApp({ PARLEY_SMTP_IN: '0', PARLEY_SMTP_IN_NAME: 'mx.acme.example' }, home),
  );
  const port = Number(/:(\d+)$/.exec(app.app.smtpIn[0] ?? '')?.[1]);
  const dialogue = stack.use(await SmtpDialogue.open(port));
  await dialogue.say('EHLO client.example');
  const tokens = new MailTokens(folderSealer(home).deriveKey(tokenKeyUse));
  const bounceToken = tokens.makeToken('bounce', mailId);
  const query = (sql: string): unknown => {
    using db = new DatabaseSync(path.join(home, 'parley.db'), { readOnly: true });
    return { ...db.prepare(sql).get() };
  };
  const opened = stack.move();
  return {
    app,
    tokens,
    mailId,
    query,
    bring: (to: string, name: string) =>
      dialogue.send(
        '',
        [to.replace('TOKEN', bounceToken)],
        readFileSync(path.join(folder, `${name}.eml`), 'latin1')
          .replaceAll('TOKEN', bounceToken)
          .trimEnd(),
      ),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test('a late bounce is the end of its mail, told once', async () => {
  await using world = await openWorld();
  assert.match(await world.bring('b+TOKEN@b.acme.example', 'postfix-style'), /^250/);
  assert.match(await world.bring('b+TOKEN@b.acme.example', 'postfix-style'), /^250/);
  const mail = world.query('SELECT state, class FROM mail');
  assert.deepEqual(mail, { state: 'bounced', class: 'mailbox-unknown' });
  const told = world.query("SELECT count(*) AS n FROM webhook_event WHERE kind = 'email.bounced'");
  assert.deepEqual(told, { n: 1 });
  // The mail was a test: it teaches nothing of its address.
  assert.deepEqual(world.query('SELECT count(*) AS n FROM mail_suppression'), { n: 0 });
});

test('a late bounce of a live mail comes back to its return path, and nobody writes to that address again', async () => {
  await using server = await ScriptedSmtp.open(willing());
  const zone = { 'client.example': { A: ['127.0.0.1'] } };
  const settings = { PARLEY_SMTP_IN: '0', PARLEY_SMTP_IN_NAME: 'mx.acme.example' };
  await using live = await openLiveMail({ zone, port: server.port, settings });
  const mailId = await live.sendTo('zoe@client.example');
  await live.until(mailId, 'sent');
  const from = server.peers[0]?.lines.find((line) => line.startsWith('MAIL FROM:')) ?? '';
  const { path: returnPath = '', token = '' } =
    /<(?<path>b\+(?<token>\w+)@b\.acme\.example)>/.exec(from)?.groups ?? {};
  await using peer = await SmtpDialogue.open(
    Number(/:(\d+)$/.exec(live.app.app.smtpIn[0] ?? '')?.[1]),
  );
  await peer.say('EHLO mx.client.example');
  const report = readFileSync(path.join(folder, 'postfix-style.eml'), 'latin1');
  const octets = report.replaceAll('TOKEN', token).trimEnd();
  for (const _ of ['first', 'again']) {
    assert.match(await peer.send('', [returnPath], octets), /^250/);
  }
  assert.equal((await live.until(mailId, 'bounced')).class, 'mailbox-unknown');
  assert.deepEqual(live.row('SELECT address, reason, source FROM mail_suppression'), {
    address: 'zoe@client.example',
    reason: 'hard',
    source: 'bounce',
  });
  for (const kind of ['email.sent', 'email.bounced', 'suppression.added']) {
    const told = live.row(`SELECT count(*) AS n FROM webhook_event WHERE kind = '${kind}'`);
    assert.deepEqual(told, { n: 1 }, kind);
  }
  const { status, json } = await live.send({ to: ['Zoe@client.example'] });
  assert.deepEqual([status, json['code']], [400, 14], JSON.stringify(json));
});

test('a complaint at the server takes the address off all mail of the account', async () => {
  await using world = await openWorld();
  assert.match(await world.bring('fbl@mx.acme.example', 'complaint'), /^250/);
  assert.deepEqual(world.query('SELECT state FROM mail'), { state: 'complained' });
  const entry = world.query('SELECT stream, address, reason, source FROM mail_suppression');
  assert.deepEqual(entry, {
    stream: '',
    address: 'zoe@client.example',
    reason: 'complaint',
    source: 'complaint',
  });
});

test('the link in a mail unsubscribes with one click, and the mail can be read online', async () => {
  await using world = await openWorld();
  const { url } = world.app;
  const link = `${url}/u/${world.tokens.makeToken('unsubscribe', world.mailId)}`;
  const asked = await fetch(link);
  assert.match(await asked.text(), /Acme &amp; Co \(news@acme\.example\) will send no more “news”/);
  const body = 'List-Unsubscribe=One-Click';
  for (const _ of ['first', 'again']) {
    const done = await fetch(link, { method: 'POST', body, redirect: 'error' });
    assert.match(await done.text(), /You are unsubscribed/);
  }
  const entry = world.query('SELECT stream, reason, source FROM mail_suppression');
  assert.deepEqual(entry, { stream: 'news', reason: 'unsubscribe', source: 'link' });
  assert.deepEqual(world.query("SELECT count(*) AS n FROM mail_fact WHERE kind = 'unsubscribed'"), {
    n: 1,
  });
  const read = await fetch(`${url}/r/${world.tokens.makeToken('read-online', world.mailId)}`);
  assert.match(await read.text(), /Hi &lt;Zoé&gt; <a href="\/u\/[a-z2-7]{29}">/);
});

test('the link of a mail that is long forgotten unsubscribes all the same, and clients hear of it', async () => {
  await using world = await openWorld();
  const forgotten = {
    mailId: 512 * 9_999,
    accountId: 1,
    stream: '',
    address: 'Old@client.example',
  };
  const link = `${world.app.url}/u/${world.tokens.sealSubscription(forgotten)}`;
  assert.match(await (await fetch(link)).text(), /The sender will send no more e-mail to Old@/);
  assert.deepEqual(world.query('SELECT count(*) AS n FROM mail_suppression'), { n: 0 });
  for (let times = 0; times < 2; times += 1) {
    const done = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    assert.match(await done.text(), /You are unsubscribed/);
  }
  const entry = world.query('SELECT stream, address, reason, source FROM mail_suppression');
  const address = 'old@client.example';
  assert.deepEqual(entry, { stream: '', address, reason: 'unsubscribe', source: 'link' });
  const told = world.query(
    "SELECT count(*) AS n, max(CAST(body AS TEXT)) AS body FROM webhook_event WHERE kind = 'suppression.added'",
  ) as { n: number; body: string };
  assert.equal(told.n, 1);
  const { date, ...body } = JSON.parse(told.body) as { date: number };
  assert.ok(date > 0);
  const rest = { email: address, stream: '', reason: 'unsubscribe', source: 'link' };
  assert.deepEqual(body, { event: 'suppression.added', ...rest });
});

test('mailboxes of the simulator bounce late and complain, and one-click links stand in mails', async () => {
  await using app = await openApp();
  const answer = await app.post('/mail/v1/send', {
    apiKey: app.testKey,
    subject: 'Hello',
    htmlContent: '<a href="https://shop.example/?a=1&amp;b=2">shop</a>',
    from: { email: 'news@acme.example' },
    unsubscribe: true,
    trackClicks: true,
    params: { to: [{ email: 'late-bounce@parley.test' }, { email: 'complaint@parley.test' }] },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  using db = new DatabaseSync(path.join(app.folder, 'parley.db'), { readOnly: true });
  const states = () =>
    db
      .prepare('SELECT state FROM mail ORDER BY id')
      .all()
      .map(({ state }) => state);
  while (states().join() !== 'bounced,complained') await systemClock.sleep(50);
  const { octets } = db.prepare('SELECT octets FROM caught_mail LIMIT 1').get() as {
    readonly octets: Uint8Array;
  };
  const mail = await PostalMime.parse(octets);
  const field = (name: string) => String(mail.headers.find(({ key }) => key === name)?.value);
  assert.match(field('list-unsubscribe'), /^<http:\/\/localhost:0\/u\/[\w-]{60,}>/);
  assert.equal(field('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const link = /href="http:\/\/localhost:0(?<path>\/c\/[^"]+)"/.exec(mail.html ?? '');
  const followed = await fetch(`${app.url}${link?.groups?.['path']}`, { redirect: 'manual' });
  assert.equal(followed.headers.get('location'), 'https://shop.example/?a=1&b=2');
});

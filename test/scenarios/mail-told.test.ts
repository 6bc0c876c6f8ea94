/** What a sender is told of a mail: why it waits, which link was followed, which host sent it back. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import PostalMime from 'postal-mime';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { type LiveMail, openLiveMail } from '#test/harness/live-mail.ts';
import { greet, ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';
import { SmtpDialogue } from '#test/harness/smtp-dialogue.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures');
const tls = (name: string): Buffer => readFileSync(path.join(fixtures, 'tls', name));

type Sink = Awaited<ReturnType<typeof openWebhookSink>>;
type Told = Readonly<Record<string, unknown>> & { readonly reason?: Record<string, unknown> };

async function eventOf(sink: Sink, kind: string): Promise<Told> {
  const [webhook] = await sink.until(1, ({ body }) => body.includes(`"${kind}"`));
  return JSON.parse(must(webhook, kind).body) as Told;
}

/** As an operator reads it beside the program. */
async function typed({ app }: LiveMail, ...argv: readonly string[]): Promise<string> {
  const cli = new CommandLine(app.folder, { clock: new HeldClock(Date.now()) });
  const { code, out, err } = await cli.type(...argv);
  assert.equal(code, 0, err);
  return out;
}

async function assertToldEverywhere(live: LiveMail, sink: Sink, why: RegExp): Promise<void> {
  const mailId = await live.sendTo('zoe@client.example', { webhookUrl: sink.url });
  const { reason, status } = await eventOf(sink, 'email.deferred');
  assert.equal(status, 'waiting');
  assert.match(`${String(reason?.['class'])}: ${String(reason?.['text'])}`, why);
  assert.match((await live.until(mailId, 'deferred')).reason, why);
  const shown = await typed(live, 'mail', 'show', String(Math.floor(mailId / 512)));
  assert.match(shown, /deferred/);
  assert.match(shown, why);
  const queue = await typed(live, 'mail', 'queue');
  assert.match(queue, /1 deferred, /);
  assert.match(queue, why);
}

suite('a mail that is stuck', () => {
  test('on TLS tells its sender so, and the queue', async () => {
    await using sink = await openWebhookSink();
    await using server = await ScriptedSmtp.open(async (peer) => {
      peer.say('220 mx.client.example ready');
      await greet(peer, ['STARTTLS']);
      await peer.answer('STARTTLS', '220 go on');
      await peer.startTls({ cert: tls('receiver.cert.pem'), key: tls('receiver.key.pem') });
      await peer.hungUp();
    });
    const zone = {
      'client.example': { MX: [[10, 'mx.client.example']] as const },
      '_mta-sts.client.example': { TXT: ['v=STSv1; id=1;'] },
      'mx.client.example': { A: ['127.0.0.1'] },
    };
    await using live = await openLiveMail({ zone, port: server.port });
    await live.beside.emails.savePolicy({
      domain: 'client.example',
      id: '1',
      mode: 'enforce',
      mx: ['mx.client.example'],
      fetchedAtMs: 0,
      expiresAtMs: Date.now() + 86_400_000,
    });
    await assertToldEverywhere(live, sink, /certificate|TLS/i);
  });

  test('on the DNS tells its sender so, and the queue', async () => {
    await using sink = await openWebhookSink();
    await using live = await openLiveMail({ zone: { 'client.example': 'SERVFAIL' } });
    await assertToldEverywhere(live, sink, /the name server/i);
  });
});

suite('an event', () => {
  test('of a click names the link, and an image that nobody gave out is not there', async () => {
    await using sink = await openWebhookSink();
    await using server = await ScriptedSmtp.open(willing('PIPELINING'));
    const zone = { 'client.example': { A: ['127.0.0.1'] } };
    const settings = { PARLEY_PUBLIC_URL: 'https://track.acme.example' };
    await using live = await openLiveMail({ zone, port: server.port, settings });
    const mailId = await live.sendTo('zoe@client.example', {
      htmlContent: '<a href="https://shop.example/?a=1&amp;b=2">shop</a>',
      textContent: 'shop',
      trackClicks: 1,
      trackOpens: 1,
      webhookUrl: sink.url,
    });
    await live.until(mailId, 'sent');
    const [octets] = server.peers.flatMap(({ mails }) => mails);
    const { html = '' } = await PostalMime.parse(must(octets, 'mail'));
    const [, link = ''] = must(
      /href="https:\/\/track\.acme\.example(\/c\/[^"]+)"/.exec(html),
      'link',
    );
    const [, pixel = ''] = must(
      /src="https:\/\/track\.acme\.example(\/o\/[^"]+)"/.exec(html),
      'image',
    );
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
    const clicks = "SELECT count(*) AS n FROM webhook_event WHERE kind = 'email.clicked'";
    // A visitor who follows a link as soon as the mail was sent is no person.
    while (live.row(clicks)['n'] === 0) {
      const followed = await fetch(live.app.url + link, { redirect: 'manual', headers });
      assert.equal(followed.headers.get('location'), 'https://shop.example/?a=1&b=2');
      await systemClock.sleep(50);
    }
    assert.match(JSON.stringify(await eventOf(sink, 'email.clicked')), /shop\.example\/\?a=1&b=2/);
    const last = pixel.at(-5) === 'a' ? 'b' : 'a';
    const tampered = `${pixel.slice(0, -5)}${last}.gif`;
    assert.equal((await fetch(live.app.url + tampered)).status, 404);
    assert.equal((await fetch(live.app.url + pixel)).status, 200);
  });

  test('of a late bounce names the host that sent it back', async () => {
    await using sink = await openWebhookSink();
    await using server = await ScriptedSmtp.open(willing());
    const zone = { 'client.example': { A: ['127.0.0.1'] } };
    const settings = { PARLEY_SMTP_IN: '0', PARLEY_SMTP_IN_NAME: 'mx.acme.example' };
    await using live = await openLiveMail({ zone, port: server.port, settings });
    const mailId = await live.sendTo('zoe@client.example', { webhookUrl: sink.url });
    await live.until(mailId, 'sent');
    const from = server.peers[0]?.lines.find((line) => line.startsWith('MAIL FROM:')) ?? '';
    const { to = '', token = '' } =
      /<(?<to>b\+(?<token>\w+)@b\.acme\.example)>/.exec(from)?.groups ?? {};
    const port = Number(/:(\d+)$/.exec(live.app.app.smtpIn[0] ?? '')?.[1]);
    await using peer = await SmtpDialogue.open(port);
    await peer.say('EHLO mx.client.example');
    const report = path.join(fixtures, 'inbound-mail', 'postfix-style.eml');
    const octets = readFileSync(report, 'latin1').replaceAll('TOKEN', token).trimEnd();
    assert.match(await peer.send('', [to], octets), /^250/);
    const { reason } = await eventOf(sink, 'email.bounced');
    assert.match(octets, new RegExp(`Remote-MTA: dns; ?${String(reason?.['host'])}`, 'i'));
  });
});

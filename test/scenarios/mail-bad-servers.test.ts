/** Live mail to servers that are missing, forbidden, broken or hostile: what becomes of each mail. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLiveMail } from '#test/harness/live-mail.ts';
import {
  greet,
  ScriptedSmtp,
  type SmtpPeer,
  takeMails,
  willing,
} from '#test/harness/scripted-smtp.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
const certificate = {
  cert: readFileSync(path.join(folder, 'receiver.cert.pem')),
  key: readFileSync(path.join(folder, 'receiver.key.pem')),
};

/** Offers TLS with a certificate that nobody vouches for and that has another name. */
async function withBrokenCertificate(peer: SmtpPeer): Promise<void> {
  peer.say('220 mx.client.example ready');
  await greet(peer, ['STARTTLS']);
  await peer.answer('STARTTLS', '220 go on');
  await peer.startTls(certificate);
  await greet(peer, []);
  await takeMails(peer);
}

function mailsOf(server: ScriptedSmtp): number {
  return server.peers.reduce((sum, { mails }) => sum + mails.length, 0);
}

suite('a live mail', () => {
  test('to an address beyond ASCII bounces at a server without SMTPUTF8, and the mailbox stays open', async () => {
    await using server = await ScriptedSmtp.open(willing('PIPELINING', '8BITMIME'));
    const zone = {
      'client.example': { A: ['127.0.0.1'] },
      'newer.example': { A: ['127.0.0.1'] },
    };
    await using live = await openLiveMail({ zone, port: server.port });
    const seen = await live.until(await live.sendTo('zoé@client.example'), 'bounced', 'sent');
    assert.deepEqual([seen.state, seen.class], ['bounced', 'smtputf8']);
    assert.equal(mailsOf(server), 0);
    assert.deepEqual(live.row('SELECT count(*) AS n FROM mail_suppression'), { n: 0 });
    server.script = willing('PIPELINING', '8BITMIME', 'SMTPUTF8');
    const newer = await live.until(await live.sendTo('zoé@newer.example'), 'bounced', 'sent');
    assert.equal(newer.state, 'sent');
  });

  test('to a domain that takes none, or has no server in reach, bounces at once', async () => {
    await using server = await ScriptedSmtp.open(willing());
    const zone = {
      'null.example': { MX: [[0, '.']] as const },
      'inner.example': { MX: [[10, 'mx.inner.example']] as const },
      'mx.inner.example': { A: ['127.0.0.1', '10.0.0.1'] },
    };
    const settings = { PARLEY_MAIL_ALLOW: '' };
    await using live = await openLiveMail({ zone, port: server.port, settings });
    const ends: unknown[] = [];
    for (const domain of ['null.example', 'nowhere.example', 'inner.example']) {
      const {
        state,
        class: why,
        reason,
      } = await live.until(await live.sendTo(`zoe@${domain}`), 'bounced', 'sent');
      const { enhanced } = JSON.parse(reason) as { readonly enhanced: string };
      ends.push([state, why, enhanced]);
    }
    assert.deepEqual(ends, [
      ['bounced', 'domain-unknown', '5.1.10'],
      ['bounced', 'domain-unknown', '5.1.2'],
      ['bounced', 'domain-unknown', '5.4.4'],
    ]);
    assert.equal(server.connections, 0, 'an MX on loopback is never asked');
  });

  test('is kept from a server without the certificate that its policy wants, others are not', async () => {
    await using server = await ScriptedSmtp.open(withBrokenCertificate);
    const zone = {
      'strict.example': { MX: [[10, 'mx.strict.example']] as const },
      '_mta-sts.strict.example': { TXT: ['v=STSv1; id=1;'] },
      'mx.strict.example': { A: ['127.0.0.1'] },
      'easy.example': { MX: [[10, 'mx.easy.example']] as const },
      'mx.easy.example': { A: ['127.0.0.1'] },
    };
    await using live = await openLiveMail({ zone, port: server.port });
    await live.beside.emails.savePolicy({
      domain: 'strict.example',
      id: '1',
      mode: 'enforce',
      mx: ['mx.strict.example'],
      fetchedAtMs: 0,
      expiresAtMs: Date.now() + 86_400_000,
    });
    const strict = await live.sendTo('zoe@strict.example');
    while (server.peers.filter(({ ended }) => ended).length < 3) await systemClock.sleep(20);
    assert.ok(server.peers.every(({ lines }) => lines[1] === 'STARTTLS' && lines.length === 2));
    const easy = await live.until(await live.sendTo('zoe@easy.example'), 'bounced', 'sent');
    assert.equal(easy.state, 'sent');
    assert.equal(mailsOf(server), 1);
    const waiting = live.row(`SELECT state FROM mail WHERE id = ${strict}`);
    assert.match(String(waiting['state']), /^(?:queued|deferred)$/);
  });

  test('is not given to a server that speaks before its TLS stands', async () => {
    await using server = await ScriptedSmtp.open(async (peer, nth) => {
      if (nth > 1) return willing()(peer, nth);
      peer.say('220 mx.client.example ready');
      await greet(peer, ['STARTTLS']);
      await peer.answer('STARTTLS', '220 go on', '250 as if you had asked');
      return peer.hungUp();
    });
    const zone = { 'client.example': { A: ['127.0.0.1'] } };
    await using live = await openLiveMail({ zone, port: server.port });
    const seen = await live.until(await live.sendTo('zoe@client.example'), 'bounced', 'sent');
    assert.equal(seen.state, 'sent');
    const [first] = server.peers;
    assert.deepEqual([first?.lines.slice(1), first?.mails.length], [['STARTTLS'], 0]);
  });

  test('from a domain that is kept here never leaves, until it is let go', async () => {
    await using server = await ScriptedSmtp.open(willing());
    const zone = { 'client.example': { A: ['127.0.0.1'] } };
    await using live = await openLiveMail({ zone, port: server.port });
    const { domains } = live.beside;
    const [domain] = await domains.listDomains();
    assert.ok(domain);
    const author = { actor: 'test', atMs: Date.now() };
    const caught = (): number => Number(live.row('SELECT count(*) AS n FROM caught_mail')['n']);
    const sendOne = async () =>
      live.until(await live.sendTo('zoe@client.example'), 'sent', 'caught');
    await domains.keepHere(domain, true, author);
    // Until the program has seen it; from then on nothing leaves.
    while (caught() === 0) await sendOne();
    const left = mailsOf(server);
    assert.equal((await sendOne()).state, 'caught');
    assert.deepEqual([caught(), mailsOf(server)], [2, left]);
    await domains.keepHere(domain, false, author);
    while (mailsOf(server) === left) await sendOne();
  });

  test('is refused of a sender that its account has not proved', async () => {
    await using server = await ScriptedSmtp.open(willing());
    const zone = { 'client.example': { A: ['127.0.0.1'] } };
    await using live = await openLiveMail({ zone, port: server.port });
    for (const email of ['ceo@bank.example', 'news@sub.acme.example', 'news@acme.example.net']) {
      const { status, json } = await live.send({ from: { email } });
      assert.deepEqual([status, json['code']], [403, 4], email);
    }
    const two = { email: 'news@acme.example, ceo@bank.example' };
    const { status, json } = await live.send({ from: two });
    assert.deepEqual([status, json['code']], [400, 4]);
    assert.deepEqual(live.row('SELECT count(*) AS n FROM email'), { n: 0 });
    assert.equal(server.connections, 0);
  });
});

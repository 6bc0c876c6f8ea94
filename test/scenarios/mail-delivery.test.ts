/** An email on its way out of the whole program: composed, brought to its server, and stored as sent. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import PostalMime from 'postal-mime';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { Storage } from '#storage/storage.ts';
import type { EmailOver } from '#test/harness/email-records.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { openApp } from '#test/harness/open-app.ts';
import { ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';
import { openStorage } from '../../src/app/storage.ts';
import { readConfig } from '../../src/config.ts';

/** As the command line has it open beside the server. */
async function openBeside(folder: string): Promise<Storage> {
  const reading = readConfig({ PARLEY_DATABASE: `file:${folder}`, PARLEY_LOG: 'silent' }, {});
  assert.ok(reading.ok);
  return openStorage(reading.config, {
    clock: systemClock,
    log: openLog('silent'),
    olderSchema: 'leave',
  });
}

async function accept(storage: Storage, over: EmailOver): Promise<readonly number[]> {
  const [account] = await storage.accounts.listAccounts(0, 1);
  const nowMs = systemClock.nowMs();
  const acceptance = anEmailAcceptance(must<Account>(account, 'account'), 1, {
    ...over,
    email: { test: true, acceptedAtMs: nowMs, validUntilMs: nowMs + 86_400_000, ...over.email },
    job: { dueAtMs: nowMs, ...over.job },
  });
  assert.deepEqual(await storage.emails.acceptEmail(acceptance), { kind: 'accepted' });
  return acceptance.mails.map(({ id }) => id);
}

async function untilSent(storage: Storage, mailIds: readonly number[]): Promise<void> {
  for (const mailId of mailIds) {
    for (;;) {
      const facts = await storage.emails.factsOf(mailId);
      if (facts.some(({ kind }) => kind === 'sent')) break;
      await systemClock.sleep(20);
    }
  }
}

suite('an email', () => {
  test('reaches the catcher as it was composed, and nowhere else', async () => {
    await using app = await openApp();
    await using beside = await openBeside(app.folder);
    const mailIds = await accept(beside, {
      recipients: 3,
      content: { subject: 'Héllo #NAME#', html: '<p>Dear #NAME#</p>' },
      mail: { variables: { NAME: 'Ada' } },
    });
    await untilSent(beside, mailIds);
    const caught = await beside.simulator.listMails({
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    assert.equal(caught.length, 3);
    const one = must(await beside.simulator.findMail(caught[0]?.id ?? 0), 'caught mail');
    const read = await PostalMime.parse(one.octets);
    assert.equal(read.subject, 'Héllo Ada');
    assert.match(read.html ?? '', /Dear Ada/);
    assert.match(read.text ?? '', /Dear Ada/);
    assert.match(one.sender, /^b\+[a-z2-7]{29}@b\.example\.com$/);
    assert.match(read.messageId ?? '', /^<[a-z2-7]{29}@example\.com>$/);
  });

  test('goes to the relay in mode relay', async () => {
    await using relay = await ScriptedSmtp.open(willing('PIPELINING', 'CHUNKING'));
    await using app = await openApp({
      PARLEY_MAIL_MODE: 'relay',
      PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${relay.port}`,
      PARLEY_MAIL_HELLO: 'out.example.com',
    });
    await using beside = await openBeside(app.folder);
    const mailIds = await accept(beside, { job: { lane: 'mail/relay:normal/1' } });
    await untilSent(beside, mailIds);
    assert.match(relay.peers[0]?.lines[0] ?? '', /^EHLO out\.example\.com$/);
    assert.equal(relay.peers[0]?.mails.length, 1);
  });

  test('goes to the server that the DNS names in mode direct', async () => {
    await using server = await ScriptedSmtp.open(willing('PIPELINING'));
    await using dns = await NameServer.open({
      'example.net': { MX: [[10, 'mx.example.net']] },
      'mx.example.net': { A: ['127.0.0.1'] },
    });
    await using app = await openApp({
      PARLEY_MAIL_MODE: 'direct',
      PARLEY_DNS: dns.address,
      PARLEY_MAIL_DIRECT_PORT: String(server.port),
      PARLEY_MAIL_ALLOW: '127.0.0.0/8',
    });
    await using beside = await openBeside(app.folder);
    const mailIds = await accept(beside, { job: { lane: 'mail/resolve/3:normal/1' } });
    await untilSent(beside, mailIds);
    assert.equal(server.peers[0]?.mails.length, 1);
    const [site] = await beside.emails.findSites(['example.net']);
    assert.equal(site?.site, 'mx.example.net');
  });

  test('waits where this process has no way for it', async () => {
    await using relay = await ScriptedSmtp.open(willing());
    await using app = await openApp({ PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${relay.port}` });
    await using beside = await openBeside(app.folder);
    await accept(beside, { job: { lane: 'mail/relay:normal/1' } });
    assert.equal(await beside.jobs.countOwed('mail/relay', 10), 1);
    assert.equal(relay.connections, 0);
  });
});

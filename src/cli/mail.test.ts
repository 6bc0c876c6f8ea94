import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';
import { anEmailAcceptance, aReason, aSettlement } from '#test/harness/email-records.ts';

async function withEmails() {
  const cli = await openCommandLine();
  await cli.type(
    'account',
    'create',
    '--name',
    'Acme',
    '--email',
    'a@acme.example',
    '--balance',
    '1',
  );
  const leaves = cli.clock.nowMs() + 3_600_000;
  {
    await using installation = await cli.open();
    const { storage } = installation;
    const [account] = await storage.accounts.listAccounts(0, 1);
    assert.ok(account);
    const first = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(first);
    const fact = { kind: 'bounced', reason: aReason() } as const;
    const attempt = {
      mailId: 512,
      jobId: 1,
      n: 1,
      atMs: cli.clock.nowMs(),
      outcome: 'mailbox-unknown',
      stage: 'rcpt',
      code: 550,
      enhanced: '5.1.1',
      text: 'unknown',
      host: 'mx.example.net',
      ip: '192.0.2.1',
      tls: 'in clear',
      durationMs: 12,
      dialogue: '',
      steps: '[{"stage":"rcpt","code":550,"ms":12}]',
    } as const;
    await storage.emails.settleMails([aSettlement(first, { fact, attempt })]);
    const later = { email: { scheduledAtMs: leaves }, job: { dueAtMs: leaves } };
    await storage.emails.acceptEmail(
      anEmailAcceptance(account, 2, { ...later, state: 'scheduled' }),
    );
    const lane = `mail-held/catcher:normal/${account.id}`;
    await storage.emails.acceptEmail(
      anEmailAcceptance(account, 3, { state: 'held', job: { lane } }),
    );
  }
  return cli;
}

suite('parley mail', () => {
  test('lists emails, the newest first, and shows what became of each mail', async () => {
    await using cli = await withEmails();
    const { emails } = await cli.read('mail', 'list', '--account', '1', '--limit', '2');
    assert.deepEqual(
      (emails as { email: number; mails: number }[]).map((one) => [one.email, one.mails]),
      [
        [3, 1],
        [2, 1],
      ],
    );
    const { mails } = await cli.read('mail', 'show', '1');
    assert.deepEqual(
      (mails as { state: string; class: string }[]).map((one) => [one.state, one.class]),
      [
        ['bounced', 'mailbox-unknown'],
        ['queued', ''],
      ],
    );
    const { facts } = await cli.read('mail', 'story', '1', '512');
    assert.equal((facts as { kind: string }[])[0]?.kind, 'bounced');
    const { out } = await cli.type('mail', 'story', '1', '512');
    assert.match(out, /mx\.example\.net +mailbox-unknown +550 5\.1\.1 unknown +rcpt 12 ms/);
    assert.match((await cli.type('mail', 'show', '9')).err, /Email 9 does not exist/);
    assert.match((await cli.type('mail', 'story', '1', '9')).err, /Email .* has no copy 9/);
  });

  test('takes back what leaves later, once', async () => {
    await using cli = await withEmails();
    assert.deepEqual(await cli.read('mail', 'cancel', '2'), { email: 2, mails: 1 });
    assert.match((await cli.type('mail', 'cancel', '2')).err, /The message is already cancelled/);
    assert.match((await cli.type('mail', 'cancel', '1')).err, /handed to its server/);
    // Clients are told of it, though no server runs.
    const { events } = await cli.read(
      'event',
      'list',
      '--account',
      '1',
      '--kind',
      'email.cancelled',
    );
    assert.equal((events as unknown[]).length, 1);
  });

  test('lists what is held, and releases it', async () => {
    await using cli = await withEmails();
    const held = { held: [{ account: 1, name: 'Acme', mails: 1, reason: '' }] };
    assert.deepEqual(await cli.read('mail', 'held'), held);
    const released = { account: 1, mails: 1, refused: false };
    assert.deepEqual(await cli.read('mail', 'release', '1'), released);
    assert.deepEqual(await cli.read('mail', 'held'), { held: [] });
    assert.match((await cli.type('mail', 'release', '1')).err, /Account 1 has no held messages/);
  });
});

suite('parley price --mail', () => {
  test('sets, lists and removes what a mail costs', async () => {
    await using cli = await withEmails();
    const forAll = { prefix: null, price: '0.001', account: null, from: null };
    assert.deepEqual(await cli.read('price', 'set', '--mail', '--price', '0.001'), forAll);
    await cli.type('price', 'set', '--mail', '--price', '0.002', '--account', '1');
    const { prices } = await cli.read('price', 'list', '--mail', '--account', '1');
    assert.deepEqual(prices, [{ ...forAll, price: '0.002', account: 1 }]);
    await cli.type('price', 'remove', '--mail', '--account', '1');
    assert.deepEqual((await cli.read('price', 'list', '--mail'))['prices'], [forAll]);
    assert.match(
      (await cli.type('price', 'set', '--price', '1')).err,
      /Give either --prefix or --mail/,
    );
    const unknown = await cli.type('price', 'set', '--mail', '--price', '1', '--account', '9');
    assert.match(unknown.err, /Account 9 does not exist/);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mailboxes } from '#simulator/mailboxes.ts';
import { openCommandLine } from '#test/harness/command-line.ts';

const source = [
  'From: Acme <a@acme.example>',
  'Subject: Hello\x1b[31m',
  'X-Folded: one,\r\n\ttwo,\r\n three',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hi Zoé',
  '--b',
  'Content-Type: application/pdf; name=bill.pdf',
  'Content-Disposition: attachment; filename=bill.pdf',
  '',
  '%PDF',
  '--b--',
  '',
].join('\r\n');

async function withMail() {
  const cli = await openCommandLine();
  await using installation = await cli.open();
  const [id = 0] = await installation.storage.simulator.keepMails([
    {
      caughtAtMs: 0,
      of: null,
      sender: 'b+x@b.acme.example',
      recipients: ['zoe@client.example'],
      from: 'Acme <a@acme.example>',
      subject: 'Hello',
      dialogue: 'C: EHLO client.example\x1b[31m\nS: 250 catcher',
      octets: Buffer.from(source),
    },
  ]);
  return { cli, id: String(id), [Symbol.asyncDispose]: () => cli[Symbol.asyncDispose]() };
}

suite('parley simulator mails', () => {
  test('lists what was caught, and finds a recipient', async () => {
    await using world = await withMail();
    const { out } = await world.cli.type('simulator', 'mails');
    assert.match(out, /zoe@client\.example +Hello/);
    assert.equal((await world.cli.type('simulator', 'mails', 'list')).out, out);
    const { mails } = await world.cli.read('simulator', 'mails', '--to', 'ZOE@');
    assert.equal((mails as unknown[]).length, 1);
    assert.deepEqual((await world.cli.read('simulator', 'mails', '--to', 'bob@'))['mails'], []);
    for (const [part, count] of [
      ['hELLO', 1],
      ['zoe@', 1],
      ['bye', 0],
    ] as const) {
      const found = await world.cli.read('simulator', 'mails', '--search', part);
      assert.equal((found['mails'] as unknown[]).length, count, part);
    }
  });

  test('shows one, prints its bytes, and forgets all', async () => {
    await using world = await withMail();
    const { out } = await world.cli.type('simulator', 'mails', 'show', world.id);
    assert.match(out, /Hi Zoé/);
    assert.match(out, /bill\.pdf, \d+ bytes/);
    assert.match(out, /X-Folded +one, two, three$/m);
    assert.match(out, /C: EHLO client\.example/);
    assert.match(out, /signatures +none +No signature/);
    assert.ok(!out.includes('\x1b'), 'a mail does not reach the terminal');
    assert.equal((await world.cli.type('simulator', 'mails', 'source', world.id)).out, source);
    assert.equal((await world.cli.read('simulator', 'mails', 'clear'))['cleared'], 1);
    const { audit } = await world.cli.read('audit', 'list', '--limit', '1');
    assert.partialDeepStrictEqual(audit, [{ action: 'caught_mail.clear' }]);
    const gone = await world.cli.type('simulator', 'mails', 'show', world.id);
    assert.match(gone.err, /Caught email 1 does not exist/);
  });

  test('chaos is added to what there is, within 100 percent, until it is put off', async () => {
    await using cli = await openCommandLine();
    const chaos = (...words: readonly string[]) =>
      cli.read('simulator', 'mails', 'chaos', ...words);
    await chaos('--stage', 'recipient', '--temporary', '60');
    await chaos('--stage', 'recipient', '--drop', '10', '--delay', '5', '--delay-for', '2s');
    const recipient = { temporary: 60, permanent: 0, drop: 10, delay: 5, delayMs: 2_000 };
    assert.deepEqual((await chaos())['chaos'], { recipient });
    const more = await cli.type('simulator', 'mails', 'chaos', '--permanent', '31');
    assert.match(more.err, /at recipient add up to more than 100 percent/);
    assert.deepEqual((await chaos('--off'))['chaos'], {});
  });

  test('lists the mailboxes that always do the same', async () => {
    await using cli = await openCommandLine();
    const listed = await cli.read('simulator', 'mailboxes');
    assert.equal((listed['mailboxes'] as unknown[]).length, mailboxes.length);
  });
});

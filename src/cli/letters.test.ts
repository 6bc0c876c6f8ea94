import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

test('letters are listed, printed without what moves the cursor, and taken away', async () => {
  await using cli = await openCommandLine();
  {
    await using installation = await cli.open();
    const letter = {
      receivedAtMs: cli.clock.nowMs(),
      sender: 'ann@client.example',
      recipients: ['abuse@acme.example'],
      from: 'ann@client.example',
      subject: 'Spam',
      octets: Buffer.from('Subject: Spam\r\n\r\n\u001b[2JStop it'),
    };
    await installation.storage.emails.keepLetter(letter, { countMax: 9, bytesMax: 999 });
  }
  const { letters } = await cli.read('mail', 'letters');
  assert.deepEqual(
    (letters as { id: number; subject: string }[]).map((one) => [one.id, one.subject]),
    [[1, 'Spam']],
  );
  assert.equal(
    (await cli.type('mail', 'letters', 'show', '1')).out,
    'Subject: Spam\n\n[2JStop it\n',
  );
  assert.deepEqual(await cli.read('mail', 'letters', 'remove', '1'), { removed: 1 });
  for (const verb of ['show', 'remove']) {
    assert.match((await cli.type('mail', 'letters', verb, '1')).err, /There is no letter 1/);
  }
});

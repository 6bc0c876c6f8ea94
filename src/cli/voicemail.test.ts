import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { soundFile } from '#numbers/voicemail/sound-file.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';
import { atMs } from '#test/harness/records.ts';
import { speech } from '#test/harness/voicemail-world.ts';

async function withNumber() {
  const cli = await openCommandLine();
  await cli.type('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  await cli.type('number', 'add', '+33755000001', '--account', '1', '--calls', 'on');
  return cli;
}

const sound = speech(2_500, 1);

async function leaveMessage(cli: CommandLine): Promise<void> {
  await using installation = await cli.open();
  const { storage } = installation;
  const job = { id: 9, lane: 'notice/voicemail', dueAtMs: atMs, attempt: 0, orderKey: null };
  await storage.voicemails.saveVoicemail(
    {
      id: 12,
      accountId: 1,
      numberId: 1,
      number: '33755000001',
      caller: '33612345678',
      callerName: 'Zoé',
      startedAtMs: atMs,
      durationMs: 2_500,
      law: 'pcma',
      end: 'key',
      mailTo: 'me@acme.example',
      language: 'en',
      isSimulated: false,
    },
    sound,
    { ...job, expiresAtMs: atMs + 1_000, subject: 12 },
  );
}

test('parley voicemail lists, shows, plays and deletes what callers have left', async () => {
  await using cli = await withNumber();
  await leaveMessage(cli);
  const { voicemails } = await cli.read(
    'voicemail',
    'list',
    '--account',
    '1',
    '--number',
    '+33755000001',
  );
  assert.equal((voicemails as readonly { readonly id: number }[])[0]?.id, 12);
  assert.match((await cli.type('voicemail', 'show', '12')).out, /Zoé \(\+33612345678\)/);
  const file = path.join(cli.folder, 'message.wav');
  assert.match((await cli.type('voicemail', 'play', '12', '--file', file)).out, /bytes/);
  assert.deepEqual(await readFile(file), await soundFile('pcma', sound));
  assert.match(
    (await cli.type('voicemail', 'play', '12', '--file', file)).err,
    /cannot be written/,
  );
  const { voicemail } = await cli.read('voicemail', 'show', '12');
  assert.notEqual((voicemail as { readonly heardAt: string | null }).heardAt, null);
  assert.equal((await cli.type('voicemail', 'delete', '12')).code, 0);
  assert.match(
    (await cli.type('voicemail', 'delete', '12')).err,
    /Voicemail message 12 does not exist/,
  );
  assert.match(
    (await cli.type('voicemail', 'show', '12')).err,
    /Voicemail message 12 does not exist/,
  );
});

test('parley number greeting takes a WAV, and says what is wrong with another file', async () => {
  await using cli = await withNumber();
  const file = path.join(cli.folder, 'greeting.wav');
  const type = (...more: string[]) => cli.type('number', 'greeting', '+33755000001', ...more);
  const wav = await soundFile('pcma', sound.subarray(0, 8_000));
  await writeFile(file, wav);
  assert.match((await type('--file', file)).out, /1 s/);
  assert.match((await type('--file', file, '--whole-account')).out, /1 s/);
  const lying = Buffer.from(wav);
  lying.writeUInt32LE(4_000_000, 40);
  await writeFile(file, lying);
  assert.match((await type('--file', file)).err, /sizes that contradict the file/);
  await writeFile(file, 'hello');
  assert.match((await type('--file', file)).err, /not a WAV file/);
  await writeFile(file, await soundFile('pcma', Buffer.alloc(8_000 * 61)));
  assert.match((await type('--file', file)).err, /too long/);
  await writeFile(file, Buffer.alloc(10_000_001));
  assert.match((await type('--file', file)).err, /larger than 10000000 bytes/);
  assert.match((await type('--file', `${file}x`)).err, /does not exist/);
  assert.match((await type()).err, /--file is missing/);
  const remove = () => cli.type('number', 'greeting', 'remove', '+33755000001');
  assert.equal((await remove()).code, 0);
  assert.match((await remove()).err, /The greeting does not exist/);
});

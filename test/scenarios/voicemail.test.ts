/** Messages of callers through the whole program: recorded, stored, and mailed once, whatever dies meanwhile. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { decodeG711 } from '#numbers/sip/media/g711.ts';
import { readWav } from '#numbers/sip/media/wav.ts';
import { type CallingProgram, openCallingProgram } from '#test/harness/calling-program.ts';
import { pause, until } from '#test/harness/pause.ts';
import { openPhone } from '#test/harness/sip-phones.ts';
import { callIn, speech, type VoiceCaller } from '#test/harness/voicemail-world.ts';

const timeout = 120_000;
const mailbox = 'me@parley.test';

async function openWorld() {
  const stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const program = stack.use(
    await openCallingProgram({ calleePort: 9, rule: { kind: 'voicemail', target: mailbox } }),
  );
  return { program, caller, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Past the greeting, and long enough behind the tone that it is being recorded. */
async function untilRecording(program: CallingProgram, caller: VoiceCaller): Promise<string> {
  await caller.session.info('application/dtmf', Buffer.from('#'));
  for (;;) {
    const [entry] = await program.calls();
    const file = path.join(program.folder.path, 'spool', `${entry?.id}.part`);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size > 512) return file;
    await caller.send(caller.packets(speech(20, 1)));
    await pause(20);
  }
}

async function untilSize(file: string, bytes: number): Promise<void> {
  for (;;) {
    const { size } = await stat(file);
    if (size >= bytes) return;
    await pause(20);
  }
}

/** The mails that the catcher has, once one is there. */
async function mails({ storage }: CallingProgram): Promise<readonly string[]> {
  const caught = await until(async () => {
    const found = await storage.simulator.listMails({
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    return found.length > 0 ? found : undefined;
  });
  const all = caught.map(async ({ id }) => {
    const octets = (await storage.simulator.findMail(id))?.octets ?? new Uint8Array();
    return Buffer.from(octets).toString('latin1');
  });
  return Promise.all(all);
}

/** Until the message knows that its mail has left. */
async function untilSent({ storage }: CallingProgram): Promise<void> {
  const query = { beforeId: Number.MAX_SAFE_INTEGER, limit: 9 };
  await until(async () => {
    const [kept] = await storage.voicemails.listVoicemails(query);
    return kept?.mailState === 'sent' ? kept : undefined;
  });
}

function messageId(mail: string): string {
  return /^Message-ID: (?<id>.+)$/im.exec(mail)?.groups?.['id'] ?? 'none';
}

/** The sound in the mail. */
function attached(mail: string): Int16Array {
  const part = mail.split('audio/wav')[1] ?? '';
  const coded = part.slice(part.indexOf('\r\n\r\n') + 4).split('\r\n--')[0] ?? '';
  const read = readWav(Buffer.from(coded, 'base64'), 300);
  assert.ok(read.ok, read.ok ? '' : read.refusal);
  return read.wav.pcm;
}

suite('a call to a number that records', { timeout }, () => {
  test('becomes a mail with what was said', async () => {
    await using world = await openWorld();
    const { program, caller } = world;
    await using voice = await callIn({ caller, hop: program.hop });
    const file = await untilRecording(program, voice);
    const said = speech(3_000, 2);
    const before = (await stat(file)).size;
    await voice.send(voice.packets(said));
    await untilSize(file, before + said.length - 2_080);
    voice.session.bye();
    const [mail = '', ...others] = await mails(program);
    assert.deepEqual(others, []);
    assert.match(mail, /voicemail-\d{8}-\d{6}-33612345678\.wav/);
    assert.match(mail, /Auto-Submitted: auto-generated/i);
    const heard = attached(mail);
    assert.deepEqual(heard.slice(-said.length), decodeG711('pcma', said));
    await untilSent(program);
  });

  test('is mailed once where the program was killed in the middle of it', async () => {
    await using world = await openWorld();
    const { program, caller } = world;
    await using voice = await callIn({ caller, hop: program.hop });
    const file = await untilRecording(program, voice);
    const said = speech(4_000, 3);
    await voice.send(voice.packets(said));
    await untilSize(file, 512 + 3_000 * 8);
    program.server.signal('SIGKILL');
    await program.server.end;
    await program.start();
    const [mail = ''] = await mails(program);
    assert.match(mail, /recording was interrupted/);
    const heard = attached(mail);
    assert.ok(heard.length >= 24_000);
    program.server.signal('SIGKILL');
    await program.server.end;
    await program.start();
    await untilSent(program);
    // Who dies between a server's 250 and its own commit brings the mail again: the same one.
    const ids = new Set((await mails(program)).map(messageId));
    assert.deepEqual([...ids], [messageId(mail)]);
    assert.notEqual(messageId(mail), 'none');
    await assert.rejects(stat(file));
  });
});

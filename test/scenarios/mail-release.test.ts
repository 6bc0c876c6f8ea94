/** A mail that was caught leaves on purpose, and by that way alone. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { openApp } from '#test/harness/open-app.ts';
import { ParleyFolder } from '#test/harness/parley-process.ts';
import { greet, ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';

type Released = {
  readonly released: readonly { readonly isSent: boolean; readonly said: string }[];
};

test('a caught mail is released by the relay, to servers, or not at all, as the mode has it', async () => {
  await using server = await ScriptedSmtp.open(willing());
  await using dns = await NameServer.open({ 'client.example': { A: ['127.0.0.1'] } });
  await using app = await openApp();
  const sent = await app.post('/mail/v1/send', {
    apiKey: app.testKey,
    subject: 'Hello',
    htmlContent: '<p>Hello</p>',
    from: { email: 'news@acme.example' },
    to: ['zoe@client.example'],
  });
  assert.equal(sent.status, 200, JSON.stringify(sent.json));
  using db = new DatabaseSync(path.join(app.folder, 'parley.db'), { readOnly: true });
  const caught = () => db.prepare('SELECT id, octets FROM caught_mail').get();
  while (caught() === undefined) await systemClock.sleep(20);
  const { id, octets } = caught() as { readonly id: number; readonly octets: Uint8Array };
  const folder = new ParleyFolder(app.folder);
  const release = async (settings: Readonly<Record<string, string>>, ...more: string[]) => {
    const words = ['simulator', 'mails', 'release', String(id), ...more, '--json'];
    const { code, out, err } = await folder.run(words, { environment: settings });
    const { released } = JSON.parse(out === '' ? '{"released":[]}' : out) as Released;
    const [first] = released;
    return [code === 0, first?.isSent, first?.said ?? err];
  };
  const nowhere = 'PARLEY_MAIL_MODE leaves it no way out of this machine';
  assert.deepEqual(await release({}), [false, false, nowhere]);
  assert.equal(server.connections, 0);

  const relay = `smtp://127.0.0.1:${server.port}`;
  const byRelay = { PARLEY_MAIL_MODE: 'relay', PARLEY_MAIL_RELAY: relay };
  assert.deepEqual(await release(byRelay), [true, true, '250 taken']);
  assert.deepEqual(server.peers[0]?.mails, [Buffer.from(octets)], 'octet for octet');

  const direct = {
    PARLEY_MAIL_MODE: 'direct',
    PARLEY_DNS: dns.address,
    PARLEY_MAIL_DIRECT_PORT: String(server.port),
    PARLEY_MAIL_ALLOW: '127.0.0.0/8',
  };
  const elsewhere = await release(direct, '--to', 'ann@client.example');
  assert.deepEqual(elsewhere, [true, true, '250 taken']);
  assert.match(server.peers[1]?.lines.join('\n') ?? '', /^RCPT TO:<ann@client\.example>$/m);
  const nobody = await release(direct, '--to', 'ann@nowhere.example');
  assert.deepEqual(nobody.slice(0, 2), [false, false]);

  server.script = async (peer) => {
    peer.say('220 mx.client.example');
    await greet(peer, []);
    await peer.answer('MAIL', '550 5.7.1 not from you');
    await peer.hungUp();
  };
  assert.deepEqual(await release(byRelay), [false, false, '550 not from you']);
  assert.ok(caught() !== undefined, 'it stays caught');
  const { out } = await folder.run(['audit', 'list', '--json']);
  const { audit } = JSON.parse(out) as { readonly audit: readonly { readonly action: string }[] };
  const releases = audit.filter(({ action }) => action === 'caught_mail.release');
  assert.equal(releases.length, 5, 'each is told, also what did not leave');
});

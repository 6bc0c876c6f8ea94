/** A real server's own report of a mail that it took and could not deliver comes back to that mail. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openApp } from '#test/harness/open-app.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'Postfix must be started by root';
  try {
    execFileSync('postconf', ['mail_version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no Postfix here';
  }
}

/** An instance of its own, without ports: mail is handed in by `sendmail`. */
function openPostfix(folder: string, returnsTo: number): Disposable & { readonly config: string } {
  const config = path.join(folder, 'postfix');
  for (const name of ['', 'spool', 'data']) mkdirSync(path.join(config, name));
  for (const place of [folder, config]) chmodSync(place, 0o755);
  execFileSync('chown', ['postfix', path.join(config, 'data')]);
  copyFileSync('/etc/postfix/dynamicmaps.cf', path.join(config, 'dynamicmaps.cf'));
  const services = readFileSync('/etc/postfix/master.cf', 'utf8')
    .replace(/^smtp +inet /m, '#')
    .replace(/^(\w+ +(?:unix|fifo) +[-yn] +[-yn] +)y/gm, '$1n');
  writeFileSync(path.join(config, 'master.cf'), services);
  writeFileSync(path.join(config, 'transport'), 'client.example error:5.1.1 user unknown\n');
  appendFileSync(
    path.join(config, 'main.cf'),
    [
      'compatibility_level=3.6',
      `queue_directory=${config}/spool`,
      `data_directory=${config}/data`,
      `maillog_file=${folder}/postfix.log`,
      `maillog_file_prefixes=${folder}`,
      'myhostname=mx.client.example',
      'mydestination=',
      'inet_interfaces=127.0.0.1',
      'inet_protocols=ipv4',
      `relayhost=[127.0.0.1]:${returnsTo}`,
      `transport_maps=texthash:${config}/transport`,
      'smtp_tls_security_level=encrypt',
      '',
    ].join('\n'),
  );
  const run = (command: string) =>
    execFileSync('postfix', ['-c', config, command], { stdio: 'ignore' });
  run('start');
  return { config, [Symbol.dispose]: () => run('stop') };
}

test('a bounce of Postfix, brought by STARTTLS, ends its mail', { skip: whyNot() }, async () => {
  await using app = await openApp({ PARLEY_SMTP_IN: '0', PARLEY_SMTP_IN_HOST: '127.0.0.1' });
  const answer = await app.post('/mail/v1/send', {
    apiKey: app.testKey,
    subject: 'Hello',
    htmlContent: 'Hi',
    from: { email: 'news@acme.example' },
    params: { to: [{ email: 'zoe@client.example' }] },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  using db = new DatabaseSync(path.join(app.folder, 'parley.db'), { readOnly: true });
  const ask = (sql: string) => db.prepare(sql).get();
  while (ask('SELECT state FROM mail')?.['state'] !== 'sent') await systemClock.sleep(50);
  const sender = String(ask('SELECT sender FROM caught_mail')?.['sender']);
  using folder = temporaryFolder();
  using postfix = openPostfix(folder.path, Number(app.app.smtpIn[0]?.split(':').at(-1)));
  execFileSync('sendmail', ['-C', postfix.config, '-f', sender, 'zoe@client.example'], {
    input: 'Subject: Hello\n\nHi\n',
  });
  while (ask('SELECT state FROM mail')?.['state'] !== 'bounced') await systemClock.sleep(50);
  assert.equal(ask('SELECT class FROM mail')?.['class'], 'mailbox-unknown');
});

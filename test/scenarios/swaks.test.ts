/** A program that tries mail servers, at the port for bounces: it is no relay, and speaks TLS. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { suite, test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { runnable } from '#test/harness/runnable.ts';

const skip = await runnable('swaks', ['--version']);

type Tried = { readonly code: number; readonly said: string };

function swaks(server: string, ...words: readonly string[]): Promise<Tried> {
  const all = ['--server', server, '--from', 'a@client.example', '--timeout', '20s', ...words];
  return new Promise((resolve) => {
    execFile('swaks', all, { timeout: 60_000 }, (error, said) => {
      resolve({ code: error === null ? 0 : Number(error.code), said });
    });
  });
}

suite('swaks at the port for bounces', { skip }, () => {
  test('passes nothing on, and brings a letter to the postmaster by TLS', async () => {
    await using app = await openApp({
      PARLEY_SMTP_IN: '0',
      PARLEY_SMTP_IN_NAME: 'mx.acme.example',
    });
    const server = (app.app.smtpIn[0] ?? '').replace('localhost', '127.0.0.1');
    const forged = `b+${'a'.repeat(29)}@b.acme.example`;
    const relayed = ['zoe@elsewhere.example', 'zoe%elsewhere.example@mx.acme.example', forged];
    for (const to of relayed) {
      const { code, said } = await swaks(server, '--to', to);
      assert.equal(code, 24, said);
      assert.match(said, /550 5\.1\.1 No such mailbox here/);
    }
    const letter = ['--to', 'postmaster@mx.acme.example'];
    const { code, said } = await swaks(server, ...letter, '--tls', '--header', 'Subject: Hello');
    assert.equal(code, 0, said);
    assert.match(said, /TLS started/);
    const login = ['--auth', 'PLAIN', '--auth-user', 'a', '--auth-password', 'b'];
    assert.notEqual((await swaks(server, ...letter, ...login)).code, 0);
  });
});

/** What the doctor finds in an installation that is well, and in ones that are not. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { suite, test } from 'node:test';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';

type Finding = {
  readonly of: string;
  readonly verdict: string;
  readonly says: string;
  readonly fix?: string;
};

/** Nobody is asked for names: that nobody answers there is known at once. */
const offline = { PARLEY_DNS: '127.0.0.1:9' };

async function examine(folder: ParleyFolder, ...flags: readonly string[]) {
  const { code, out, err } = await folder.run(['doctor', ...flags, '--json']);
  assert.equal(err, '');
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: readonly Finding[] };
  assert.equal(code, ok ? 0 : 1);
  return new Map(findings.map((finding) => [finding.of, finding]));
}

suite('the doctor', () => {
  test('finds an installation well while its server runs, and says what is missing for more', async () => {
    await using folder = await openParleyFolder(offline);
    const server = await folder.serve();
    const found = await examine(folder, '--port', `${server.port}`);
    for (const name of [
      'data folder',
      'disk',
      'clock',
      'ledger',
      'audit',
      'processes',
      'http port',
    ]) {
      assert.equal(found.get(name)?.verdict, 'ok', `${name}: ${found.get(name)?.says}`);
    }
    assert.equal(found.get('processes')?.says, '1 running.', 'its threads are no processes');
    assert.match(found.get('operators')?.fix ?? '', /parley operator add/);
    assert.match(found.get('backup')?.says ?? '', /No backup was ever taken/);
    await folder.read('backup', path.join(folder.path, 'copy'));
    assert.equal((await examine(folder)).get('backup')?.verdict, 'ok');
  });

  test('finds what no process does, and which ports a server has opened', async () => {
    await using folder = await openParleyFolder(offline);
    const port = await freeTcpPort();
    const server = await folder.serve('--roles', 'api,sms,webhooks', '--smpp-port', `${port}`);
    const flags = ['--port', `${server.port}`, '--roles', 'api,sms,webhooks'];
    const found = await examine(folder, ...flags, '--smpp-port', `${port}`);
    assert.match(found.get('processes')?.fix ?? '', /--roles mail,calls/);
    assert.equal(found.get('smpp port')?.says, `${port} is open.`);
    const other = await examine(folder, ...flags, '--smpp-port', `${await freeTcpPort()}`);
    assert.equal(other.get('smpp port')?.verdict, 'warn');
    assert.match(other.get('smpp port')?.fix ?? '', /other settings/);
  });

  test('touches nothing where there is no installation yet', async () => {
    await using folder = await openParleyFolder(offline);
    const found = await examine(folder, '--database', `file:${folder.path}/none`);
    assert.equal(found.get('data folder')?.verdict, 'fail');
    assert.equal(found.get('ledger'), undefined);
  });

  test('finds money that does not add up, an open key, and a key that is gone', async () => {
    await using folder = await openParleyFolder(offline);
    const server = await folder.serve();
    server.signal('SIGTERM');
    await server.end;
    const db = new DatabaseSync(path.join(folder.path, 'parley.db'));
    db.exec('UPDATE account SET test_balance = test_balance + 1');
    db.close();
    const audited = new DatabaseSync(path.join(folder.path, 'parley.db'));
    assert.throws(() => audited.exec(`UPDATE audit SET actor = 'nobody'`), /not changed/);
    assert.throws(() => audited.exec('DELETE FROM audit'), /not deleted/);
    // Who owns the file can go round the triggers, and not round the chain.
    audited.exec(`DROP TRIGGER audit_unchanged; UPDATE audit SET actor = 'nobody' WHERE n = 2`);
    audited.close();
    const key = path.join(folder.path, 'master.key');
    await chmod(key, 0o644);
    const found = await examine(folder);
    assert.match(found.get('ledger')?.says ?? '', /differ: accounts 1 \(test\)/);
    assert.match(
      found.get('audit')?.says ?? '',
      /The chain breaks at row 2: the row was changed, removed, or not written by Parley/,
    );
    assert.match(found.get('master key')?.fix ?? '', /chmod 600/);
    assert.match(found.get('processes')?.fix ?? '', /parley serve/);
    assert.equal(found.get('clock')?.verdict, 'ok');
    await rename(key, `${key}.away`);
    assert.match((await examine(folder)).get('master key')?.says ?? '', /does not exist/);
  });

  test('finds an audit that was rewritten to its end, hashes and all', async () => {
    await using folder = await openParleyFolder(offline);
    const server = await folder.serve();
    server.signal('SIGTERM');
    await server.end;
    const db = new DatabaseSync(path.join(folder.path, 'parley.db'));
    rewriteAudit(db);
    db.close();
    const found = await examine(folder);
    assert.match(
      found.get('audit')?.says ?? '',
      /The chain breaks at row 1: the row was changed, removed, or not written by Parley/,
    );
    const verified = await folder.run(['audit', 'verify']);
    assert.equal(verified.code, 1);
    assert.match(
      verified.err,
      /The chain breaks at row 1: the row was changed, removed, or not written by Parley/,
    );
  });

  test('is content where one customer’s endpoint is paused, and not where its neighbour waits for us', async () => {
    await using folder = await openParleyFolder(offline);
    const server = await folder.serve();
    server.signal('SIGTERM');
    await server.end;
    const database = new DatabaseSync(path.join(folder.path, 'parley.db'));
    const hourAgoMs = Date.now() - 3_600_000;
    database.exec(`INSERT INTO webhook_endpoint (id, account_id, source, url, origin, state, sealed_secrets, created_at)
      VALUES (71, 1, 'extra', 'https://a.example/', '', 'paused', '[]', 0);
      INSERT INTO job (id, lane, due_at, attempt, expires_at, subject)
      VALUES (900000001, 'webhook/71', ${hourAgoMs}, 0, ${hourAgoMs * 2}, 1)`);
    const held = (await examine(folder)).get('webhooks');
    assert.equal(held?.verdict, 'ok');
    assert.match(held.says, /^1 pending, the oldest 0 s overdue; 36\d\d s in queues/);
    database.exec(`UPDATE webhook_endpoint SET state = 'active' WHERE id = 71`);
    database.close();
    const late = (await examine(folder)).get('webhooks');
    assert.equal(late?.verdict, 'fail');
    assert.match(late.says, /^1 pending, the oldest 36\d\d s overdue\.$/);
  });

  test('finds passkeys that were made for another host', async () => {
    await using folder = await openParleyFolder(offline);
    const server = await folder.serve();
    server.signal('SIGTERM');
    await server.end;
    assert.equal((await examine(folder)).get('passkeys'), undefined);
    const database = new DatabaseSync(path.join(folder.path, 'parley.db'));
    database.exec(`INSERT INTO dashboard_user (id, email, password_hash, administrator, state, created_at)
      VALUES (1, 'a@b.example', '', 1, 'active', 0);
      INSERT INTO passkey (user_id, credential, public_key, counter, host, name, created_at)
      VALUES (1, 'c', 'k', 0, 'localhost', 'Phone', 0)`);
    database.close();
    assert.equal((await examine(folder)).get('passkeys')?.verdict, 'ok');
    const moved = await examine(folder, '--public-url', 'https://sms.example.com');
    assert.equal(moved.get('passkeys')?.verdict, 'warn');
    assert.match(moved.get('passkeys')?.says ?? '', /at sms\.example\.com.*1 for localhost/);
  });

  test('finds certificates that have ended or are no PEM', async () => {
    await using folder = await openParleyFolder(offline);
    const text = path.join(folder.path, 'text');
    await writeFile(text, 'no PEM');
    const tls = path.join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
    const [expired, key] = [`${tls}/expired.cert.pem`, `${tls}/receiver.key.pem`];
    const smpp = ['--smpp-tls-cert', text, '--smpp-tls-key', text];
    const found = await examine(folder, ...smpp, '--sip-tls-cert', expired, '--sip-tls-key', key);
    assert.match(found.get('smpp certificate')?.says ?? '', /cannot be read as PEM/);
    assert.equal(found.get('sip certificate')?.says, 'It expired on 2020-01-02.');
    assert.equal(found.get('sip certificate')?.verdict, 'fail');
    const other = ['--sip-tls-cert', expired, '--sip-tls-key', `${tls}/carrier.key.pem`];
    const mixed = (await examine(folder, ...other)).get('sip certificate');
    assert.match(mixed?.says ?? '', /carrier\.key\.pem is not the key of \S+expired\.cert\.pem/);
  });
});

/** As somebody does who can write the database and knows how the chain is made, but has no key. */
function rewriteAudit(db: DatabaseSync): void {
  db.exec('DROP TRIGGER audit_unchanged');
  const fields = ['n', 'id', 'at', 'actor', 'account_id', 'action', 'target', 'details'];
  let hash = '';
  for (const row of db.prepare('SELECT * FROM audit ORDER BY n').all()) {
    const changed: Record<string, SQLOutputValue> = { ...row, actor: 'nobody' };
    const text = [hash, ...fields.map((name) => String(changed[name] ?? ''))].join('\u001f');
    hash = createHash('sha256').update(text).digest('hex');
    const change = 'UPDATE audit SET actor = ?, hash = ? WHERE id = ?';
    db.prepare(change).run('nobody', hash, Number(row['id']));
  }
  db.prepare('UPDATE audit_head SET hash = ?').run(hash);
}

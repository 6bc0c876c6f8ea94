/** What goes wrong around a start, and the one sentence that says it; and a start where nothing does. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, readlink, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type Clock, systemClock } from '#core/clock.ts';
import { openApp } from '#test/harness/open-app.ts';
import { launcher, loggedBy, openParleyFolder } from '#test/harness/parley-process.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

suite('a start is refused in a sentence', () => {
  test('where the master key is gone, and none is made in its place', async () => {
    await using parley = await openParleyFolder();
    const server = await parley.serve();
    server.signal('SIGTERM');
    await server.end;
    const key = path.join(parley.path, 'master.key');
    await rename(key, `${key}.away`);
    const { code, err } = await parley.run([]);
    assert.equal(code, 1);
    assert.match(err, /^parley: The master key \S+master\.key does not exist[^\n]*\n$/);
    await assert.rejects(stat(key), { code: 'ENOENT' });
    await rename(`${key}.away`, key);
    const again = await parley.serve();
    again.signal('SIGTERM');
    assert.deepEqual(await again.end, [0, null]);
  });

  test('where a secret’s file cannot be read, and what a setting means is not guessed', async () => {
    await using parley = await openParleyFolder();
    const environment = {
      PARLEY_DATABASE: '',
      PARLEY_DATABASE_FILE: path.join(parley.path, 'none'),
    };
    const lost = await parley.run([], { environment });
    assert.equal(lost.code, 2);
    assert.match(lost.err, /PARLEY_DATABASE_FILE names \S+none, which cannot be read\./);
    const typo = await parley.run([], { environment: { PARLEY_LOG: 'wran' } });
    assert.equal(typo.code, 2);
    assert.match(typo.err, /PARLEY_LOG is "wran", but must be/);
  });
});

test('the master key is for its owner alone, and who can read it else is told by the start and the doctor', async () => {
  await using parley = await openParleyFolder();
  const server = await parley.serve();
  server.signal('SIGTERM');
  await server.end;
  const key = path.join(parley.path, 'master.key');
  assert.equal((await stat(key)).mode & 0o777, 0o600);
  await chmod(key, 0o644);
  const { out } = await parley.run(['doctor', '--dns', '127.0.0.1:9']);
  assert.match(out, /chmod 600/);
  const again = parley.spawn(['serve'], { environment: { PARLEY_LOG: 'warn' } });
  const told = await loggedBy(again, 'master_key.readable');
  assert.deepEqual([told['level'], told['fix']], ['warn', `chmod 600 ${key}`]);
  again.kill('SIGTERM');
  await once(again, 'exit');
});

test('a clock that jumps a year, and back, loses nothing', async () => {
  await using sink = await openWebhookSink();
  let jumpMs = 0;
  const clock: Clock = {
    nowMs: () => systemClock.nowMs() + jumpMs,
    monotonicMs: () => systemClock.monotonicMs(),
    after: (ms, call) => systemClock.after(ms, call),
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
  };
  await using app = await openApp({}, undefined, clock);
  const year = 365 * 86_400_000;
  for (const [count, jump] of [0, year, 0, -year].entries()) {
    jumpMs = jump;
    const message = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: `${count}` };
    assert.equal((await app.post('/v1/send', { ...message, urlDlr: sink.url })).status, 200);
    await sink.until(count + 1, ({ body }) => body.includes('"delivered"'));
  }
  assert.deepEqual((await app.get('/readyz')).status, 200);
});

const withoutProc = process.platform === 'linux' ? false : 'there is no /proc';

/** The addresses of sockets of a process, of both families and protocols, as the kernel writes them. */
async function remoteAddresses(pid: number): Promise<readonly string[]> {
  const handles = await readdir(`/proc/${pid}/fd`);
  const links = handles.map((handle) => readlink(`/proc/${pid}/fd/${handle}`).catch(() => ''));
  const own = new Set(
    (await Promise.all(links)).flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []),
  );
  const tables = ['tcp', 'tcp6', 'udp', 'udp6'].map((name) =>
    readFile(`/proc/${pid}/net/${name}`, 'utf8'),
  );
  const rows = (await Promise.all(tables)).flatMap((table) => table.trim().split('\n').slice(1));
  return rows.flatMap((row) => {
    const [, , remote = '', , , , , , , inode = ''] = row.trim().split(/\s+/);
    return own.has(inode) ? [remote.split(':')[0] ?? ''] : [];
  });
}

/** None, 127.0.0.1 in the kernel’s order of octets, ::1, and 127.0.0.1 among IPv6 addresses. */
const loopback = /^0+$|^0100007F$|^0{24}01000000$|^0{16}(?:0000FFFF|FFFF0000)0100007F$/;

test('a fresh start speaks to nobody', { skip: withoutProc }, async () => {
  await using parley = await openParleyFolder({ PARLEY_MAIL_CATCHER_PORT: '0' });
  const server = await parley.serve();
  const key = /test_\w+/.exec(server.said)?.[0];
  const seen = new Set<string>();
  for (let look = 0; look < 100; look++) {
    for (const address of await remoteAddresses(server.pid ?? 0)) seen.add(address);
    const body = JSON.stringify({ apiKey: key, phoneNumbers: '+33639980001', message: 'Hello' });
    const { status } = await fetch(`http://127.0.0.1:${server.port}/v1/send`, {
      method: 'POST',
      body,
    });
    assert.equal(status, 200);
  }
  server.signal('SIGTERM');
  await server.end;
  assert.ok(
    [...seen].some((address) => address === '0100007F'),
    'its own binds are seen',
  );
  assert.deepEqual(
    [...seen].filter((address) => !loopback.test(address)),
    [],
  );
});

const withoutStrace =
  spawnSync('strace', ['-V']).status === 0 ? false : 'there is no strace to watch its system calls';

/** To whom the system calls of a process and its threads have spoken, as strace writes it. */
async function spokenTo(file: string): Promise<readonly string[]> {
  const addresses = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/g;
  const calls = (await readFile(file, 'utf8')).matchAll(addresses);
  return [...new Set([...calls].map(([, v4, v6]) => v4 ?? v6 ?? ''))];
}

test('a fresh start asks the system for no connection beyond this machine', {
  skip: withoutStrace,
}, async () => {
  await using parley = await openParleyFolder({ PARLEY_MAIL_CATCHER_PORT: '0' });
  const calls = path.join(parley.path, 'calls.txt');
  const watched = [
    '-D',
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-e',
    'trace=connect,sendto,sendmsg,sendmmsg',
  ];
  const child = parley.spawn([...watched, '-o', calls, launcher, 'serve'], {
    launchedBy: 'strace',
  });
  child.stderr.resume();
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (/test_\w+[\s\S]*\n$/.test(said)) break;
  }
  const url = /http:\/\/localhost:\d+/.exec(said)?.[0];
  const key = /test_\w+/.exec(said)?.[0];
  const body = JSON.stringify({ apiKey: key, phoneNumbers: '+33639980001', message: 'Hello' });
  assert.equal((await fetch(`${url}/v1/send`, { method: 'POST', body })).status, 200);
  child.kill('SIGTERM');
  await once(child, 'exit');
  const spoken = await spokenTo(calls);
  assert.ok(spoken.includes('127.0.0.1'), 'its own binds are seen');
  assert.deepEqual(
    spoken.filter((address) => !/^127\.|^::1$|^::ffff:127\./.test(address)),
    [],
  );
});

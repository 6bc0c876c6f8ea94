/** What is in deploy/ fits the program and itself: settings, commands, secrets, volumes, the role of the database. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { describeOptions, readConfig } from '#config.ts';
import { complaintsAbout, parleyWords } from '#test/harness/parley-words.ts';
import { openStorage } from '#test/harness/postgres-server.ts';
import { runnable } from '#test/harness/runnable.ts';
import { commandsIn } from '#test/harness/shell-commands.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { OwnPostgres } from '../bench/cluster/own-postgres.ts';
import { freePorts } from '../bench/ports.ts';
import { exposureMax, judgeService } from '../tools/judge-service.ts';

const run = promisify(execFile);
const deploy = path.join(import.meta.dirname, '..', 'deploy');
const read = (file: string): Promise<string> => readFile(path.join(deploy, file), 'utf8');

const files = await Array.fromAsync(glob('{*,debian/*}', { cwd: deploy }));

for (const file of files.filter((one) => one !== 'debian')) {
  suite(`deploy/${file}`, () => {
    test('names settings that there are', async () => {
      const known = describeOptions().map(({ variable }) => variable);
      // What carries a password may stand in a file.
      const mayBeFile = (name: string): boolean => known.includes(name.replace(/_FILE$/, ''));
      const named = (await read(file)).match(/\bPARLEY_[A-Z_]*[A-Z]\b/g) ?? [];
      assert.deepEqual(
        named.filter((name) => !known.includes(name) && !mayBeFile(name)),
        [],
      );
    });

    test('has commands at its head that the program takes', async () => {
      const lines = [...(await read(file)).matchAll(/^# {3}(?<line>.+)$/gm)];
      for (const { groups } of lines) {
        for (const command of commandsIn(groups?.['line'] ?? '')) {
          const words = parleyWords(command);
          if (words !== undefined) assert.deepEqual(await complaintsAbout(words), []);
        }
      }
    });
  });
}

test('the file of settings reads, as it is and with all that it proposes', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'parley.conf');
  const text = await read('parley.conf');
  const proposed = text.replace(/^# (?=[a-z-]+ = )/gm, '');
  assert.notEqual(proposed, text);
  for (const written of [text, proposed]) {
    await writeFile(file, written);
    const reading = readConfig({ PARLEY_CONFIG: file }, {});
    assert.deepEqual(reading.ok ? [] : reading.problems, []);
    assert.ok(reading.ok && reading.config.dataFolder === '/var/lib/parley');
  }
});

const noSystemd = await runnable('systemd-analyze', ['--version']);

test('systemd takes the unit, and says that it is closed', { skip: noSystemd }, async () => {
  using folder = temporaryFolder();
  assert.ok((await judgeService(folder.path)) <= exposureMax);
});

test('the unit and the image start what is installed, with words that it takes', async () => {
  const [, started = ''] = /^ExecStart=(.*)$/m.exec(await read('parley.service')) ?? [];
  const image = await read('Dockerfile');
  const [entry, words] = [/^ENTRYPOINT (.*)$/m, /^CMD (.*)$/m].map(
    (line) => JSON.parse(line.exec(image)?.[1] ?? '[]') as readonly string[],
  );
  assert.equal(started, [...(entry ?? []), ...(words ?? [])].join(' '));
  assert.equal(entry?.[0], '/opt/parley/bin/parley');
  assert.deepEqual(await complaintsAbout(words ?? []), []);
});

suite('compose.yaml', async () => {
  const text = await read('compose.yaml');
  const plain = text.replace(/(?<=^|\s)#.*$/gm, '');
  const services = partsOf(partsOf(plain, 0).get('services') ?? '', 2);
  const each = [...services.values(), partsOf(plain, 0).get('x-parley') ?? ''].join('\n');

  test('declares the secrets that its services use, and its head makes their files', () => {
    const secrets = partsOf(partsOf(plain, 0).get('secrets') ?? '', 2);
    const used = [...each.matchAll(/(?:source: |secrets: \[)(?<name>[\w-]+)/g)].map(
      ({ groups }) => groups?.['name'] ?? '',
    );
    assert.deepEqual([...new Set(used)].toSorted(), [...secrets.keys()].toSorted());
    for (const declared of secrets.values()) {
      const file = /\.\/secrets\/(?<name>[\w.]+)/.exec(declared)?.groups?.['name'] ?? '';
      assert.match(text, new RegExp(`^#.* > ${file.replace('.', '\\.')}\\b`, 'm'));
    }
    const mounted = [...each.matchAll(/target: (?<name>\S+)/g)].map(
      ({ groups }) => groups?.['name'],
    );
    for (const [, file = ''] of each.matchAll(/PARLEY_\w+: \/run\/secrets\/(\S+)/g)) {
      assert.ok(mounted.includes(file), file);
    }
    for (const [, name = ''] of each.matchAll(/POSTGRES_\w+: \/run\/secrets\/(\S+)/g)) {
      assert.ok(secrets.has(name), name);
    }
  });

  test('declares the volumes that its services have, and has the files that they read', () => {
    const volumes = partsOf(partsOf(plain, 0).get('volumes') ?? '', 2);
    const used = [...each.matchAll(/["\s](?<from>[\w./-]+):\/(?:data|var|docker)/g)].map(
      ({ groups }) => groups?.['from'] ?? '',
    );
    const named = used.filter((from) => !from.startsWith('.'));
    assert.deepEqual(named.toSorted(), [...volumes.keys()].toSorted());
    for (const file of used.filter((from) => from.startsWith('.'))) {
      assert.ok(existsSync(path.join(deploy, file)), file);
    }
    assert.ok(existsSync(path.join(deploy, '..', /dockerfile: (\S+)/.exec(each)?.[1] ?? '')));
  });

  test('waits for a service that says how it does, and its head names those that there are', () => {
    const awaited = /depends_on:\s+(?<name>\w+): \{ condition: service_healthy \}/.exec(each);
    assert.match(services.get(awaited?.groups?.['name'] ?? '') ?? '', /healthcheck:/);
    const named = [...text.matchAll(/(?:exec|--wait) (?<name>[\w-]+)/g)];
    assert.ok(named.length > 2);
    for (const { groups } of named) assert.ok(services.has(groups?.['name'] ?? ''));
  });

  test('gives each process a port and a spool of its own, and settings that read', () => {
    const processes = [...services.values()].filter((one) => one.includes('<<: *parley'));
    assert.equal(processes.length, 2);
    for (const own of [/ports: .*/, /volumes: .*/]) {
      assert.equal(new Set(processes.map((one) => own.exec(one)?.[0])).size, 2);
    }
    const given: Record<string, string> = {};
    for (const [, name = '', value = ''] of each.matchAll(/(PARLEY_\w+): (\S+)/g)) {
      if (name !== 'PARLEY_DATABASE_FILE') given[name] = value;
    }
    // The head writes it into the file that PARLEY_DATABASE_FILE names.
    const [, address = ''] = /"(postgres:\/\/[^"]+)" > database\.address/.exec(text) ?? [];
    const database = { PARLEY_DATABASE: address.replace(/\$\([^)]*\)/, 'secret') };
    const reading = readConfig({ ...given, ...database }, {});
    assert.deepEqual(reading.ok ? [] : reading.problems, []);
  });
});

/** What stands below each key of so many blanks, by the key; a file of ours needs no more of YAML. */
function partsOf(text: string, blanks: number): ReadonlyMap<string, string> {
  const key = new RegExp(`^ {${blanks}}(?<name>[\\w-]+):`, 'm');
  const parts = text.split(new RegExp(`^(?= {${blanks}}[\\w-]+:)`, 'm'));
  return new Map(
    parts.flatMap((part) => {
      const name = key.exec(part)?.groups?.['name'];
      return name === undefined ? [] : [[name, part.slice(part.indexOf(':') + 1)] as const];
    }),
  );
}

const programs = '/usr/lib/postgresql/15/bin';
const noServer = existsSync(`${programs}/initdb`) ? false : `there is no ${programs}/initdb`;

test('database.sql makes a role that owns its database, needs no more, and leaves the superuser no password', {
  skip: noServer || (await runnable('psql', ['--version'])),
}, async () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o777);
  const { own: port } = await freePorts(['own']);
  await using server = new OwnPostgres({ folder: folder.path, programs, name: 'own', port });
  await server.make();
  await server.ask("ALTER ROLE postgres PASSWORD 'of the image'");
  // As the image of PostgreSQL runs it.
  const to = ['--host', '127.0.0.1', '--port', String(port), '--username', 'postgres'];
  const how = ['--no-psqlrc', '--set', 'ON_ERROR_STOP=1', '--dbname', 'postgres'];
  const env = { ...process.env, POSTGRES_PASSWORD: "Tr-9f'Pq2" };
  await run('psql', [...to, ...how, '--file', path.join(deploy, 'database.sql')], { env });
  const superuser = 'SELECT rolpassword FROM pg_authid WHERE rolname = current_user';
  assert.deepEqual(await server.ask(superuser), [{ rolpassword: null }]);
  const role = `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
    rolpassword LIKE 'SCRAM-SHA-256%' AS "hasPassword" FROM pg_authid WHERE rolname = 'parley'`;
  const nothing = { rolsuper: false, rolcreaterole: false, rolcreatedb: false };
  const rights = { ...nothing, rolreplication: false, rolbypassrls: false, hasPassword: true };
  assert.deepEqual(await server.ask(role), [rights]);
  const password = encodeURIComponent(env.POSTGRES_PASSWORD);
  const address = `postgres://parley:${password}@127.0.0.1:${port}/parley?sslmode=disable`;
  await using storage = await openStorage(address);
  const known = { name: 'parley', isSuperuser: false, hasKnownPassword: false };
  assert.deepEqual(await storage.serverRole?.(), known);
});

/** What a server may say when the program starts, told by one that follows a script. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import { makeCertificates, withoutOpenssl } from '#test/harness/openssl.ts';
import { openStorage } from '#test/harness/postgres-server.ts';
import { openScriptedPostgres, type Script } from '#test/harness/scripted-postgres.ts';
import { StorageRefused } from '../storage-refused.ts';

const fixtures = new URL('../../../fixtures/smpp/tls/', import.meta.url);
const pem = (name: string): Buffer => readFileSync(new URL(`${name}.pem`, fixtures));
const tls = { key: pem('server-key'), cert: pem('server') };
const authority = new URL('authority.pem', fixtures).pathname;

type Row = readonly [title: string, script: Script, says: RegExp];

async function startOn(script: Script, query = '?sslmode=disable'): Promise<Error> {
  await using server = await openScriptedPostgres(script);
  let told: unknown;
  await assert.rejects(openStorage(`${server.address}${query}`), (error) => {
    told = error;
    return true;
  });
  assert.ok(told instanceof Error);
  assert.doesNotMatch(told.message, /s3cret/);
  return told;
}

suite('what a person has to mend refuses the start', () => {
  const rows: readonly Row[] = [
    ['a wrong password', { refuses: '28P01' }, /does not accept this password/],
    ['a user that pg_hba.conf keeps out', { refuses: '28000' }, /pg_hba\.conf/],
    ['a database that is not there', { refuses: '3D000' }, /CREATE DATABASE/],
    ['a server that is too old', { version: 130_014 }, /is PostgreSQL 13; Parley needs 14/],
    ['a database in another encoding', { encoding: 'LATIN1' }, /encoding LATIN1/],
    ['a standby', { readOnly: true }, /takes no writes/],
    ['a user that may make no tables', { failsWith: '42501' }, /make and change tables/],
  ];
  for (const [title, script, says] of rows) {
    test(title, async () => {
      const error = await startOn(script);
      assert.ok(error instanceof StorageRefused, error.message);
      assert.match(error.message, says);
    });
  }

  test('a password that the address does not have', async () => {
    await using server = await openScriptedPostgres({ refuses: '28P01' });
    const address = `postgres://parley@${server.host}/parley`;
    await assert.rejects(openStorage(address), { name: 'StorageRefused' });
  });

  test('an address that does not read', async () => {
    const opening = openStorage('postgres://u:s3cret@h:0/x');
    await assert.rejects(opening, { name: 'StorageRefused', message: /^(?!.*s3cret).*host:port/ });
  });
});

suite('what may pass is said as such', () => {
  const rows: readonly Row[] = [
    ['a server that is starting', { refuses: '57P03' }, /starting or stopping/],
    ['a server without a connection left', { refuses: '53300' }, /max_connections/],
    ['a full disk', { failsWith: '53100' }, /disk that is full/],
    ['files that cannot be read', { failsWith: '58030' }, /read or write its files/],
  ];
  for (const [title, script, says] of rows) {
    test(title, async () => {
      const error = await startOn(script);
      assert.ok(error instanceof StorageUnavailable, error.message);
      assert.match(error.message, says);
    });
  }

  test('a name that leads nowhere, and a port where nobody listens', async () => {
    await using server = await openScriptedPostgres({});
    const { address } = server;
    await server[Symbol.asyncDispose]();
    const refused = { name: 'StorageUnavailable', message: /is the server running\?/ };
    await assert.rejects(openStorage(`${address}?sslmode=disable`), refused);
    const nowhere = openStorage('postgres://nowhere.invalid/x?sslmode=disable');
    await assert.rejects(nowhere, { name: 'StorageUnavailable', message: /is not found/ });
  });
});

suite('of several hosts', () => {
  test('those that are away, and those that take no writes, are passed over', async () => {
    await using standby = await openScriptedPostgres({ readOnly: true });
    await using primary = await openScriptedPostgres({ failsWith: '53100' });
    const hosts = `127.0.0.1:1,${standby.host},${primary.host}`;
    await assert.rejects(openStorage(`postgres://u@${hosts}/x`), {
      message: new RegExp(`^${primary.host}/x is on a disk that is full`),
    });
    assert.deepEqual([standby.greeted, primary.greeted], [1, 1]);
  });
});

suite('over TLS', () => {
  test('a certificate of a trusted authority for this host is taken', async () => {
    const query = `?sslmode=verify-full&sslrootcert=${authority}`;
    // It is let in, and only then told of a trouble.
    assert.match((await startOn({ tls, failsWith: '53100' }, query)).message, /disk that is full/);
  });

  const unproven = [
    ['of no known authority', 'stranger', /certificate of no known authority: name it/],
    ['signed by itself', 'itself', /certificate of no known authority: name it/],
    ['for another host', 'otherName', /certificate for another host/],
    [
      'for localhost, where the address says 127.0.0.1',
      'localhost',
      /certificate for another host/,
    ],
    ['that is out of date', 'expired', /certificate that is out of date/],
  ] as const;
  for (const [title, name, says] of unproven) {
    test(`one ${title} is refused, also by sslmode=require`, { skip: withoutOpenssl }, async () => {
      using made = makeCertificates();
      const script = { tls: made[name], failsWith: '53100' };
      for (const mode of ['require', 'verify-full']) {
        const trusted = name === 'stranger' ? '' : `&sslrootcert=${made.authority}`;
        const error = await startOn(script, `?sslmode=${mode}${trusted}`);
        assert.ok(error instanceof StorageRefused, error.message);
        assert.match(error.message, says);
      }
      // The explicit way out meets the server, whatever it shows.
      assert.match((await startOn(script, '?sslmode=no-verify')).message, /disk that is full/);
    });
  }

  test('verify-ca asks for the authority and not for the name', {
    skip: withoutOpenssl,
  }, async () => {
    using made = makeCertificates();
    const query = `?sslmode=verify-ca&sslrootcert=${made.authority}`;
    const refused = await startOn({ tls: made.itself }, query);
    assert.match(refused.message, /no known authority/);
    const taken = await startOn({ tls: made.otherName, failsWith: '53100' }, query);
    assert.match(taken.message, /disk that is full/);
  });

  test('a server without TLS hears nothing in clear where the address asks for it', async () => {
    await using server = await openScriptedPostgres({});
    const opening = openStorage(`${server.address}?sslmode=require`);
    await assert.rejects(opening, { name: 'StorageRefused', message: /offers no TLS/ });
    assert.equal(server.greeted, 0);
  });

  test('a file of authorities that is not there is named', async () => {
    const error = await startOn({ tls }, '?sslmode=verify-full&sslrootcert=/nowhere.pem');
    assert.match(error.message, /sslrootcert cannot be read: \/nowhere\.pem/);
  });
});

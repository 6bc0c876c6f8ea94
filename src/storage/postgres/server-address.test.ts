import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseServerAddress, placeOf, type ServerAddress, shownAddress } from './server-address.ts';

function addressOf(text: string): ServerAddress {
  const reading = parseServerAddress(text);
  assert.ok(reading.ok, reading.ok ? '' : reading.problem);
  return reading.address;
}

function problemOf(text: string): string {
  const reading = parseServerAddress(text);
  assert.ok(!reading.ok);
  return reading.problem;
}

test('an address names server, user, password and database', () => {
  assert.deepEqual(addressOf('postgres://parley:p%40ss%2Fword@db.example:6543/messages'), {
    hosts: [{ host: 'db.example', port: 6543 }],
    user: 'parley',
    password: 'p@ss/word',
    database: 'messages',
    tls: 'verify-full',
    authorityFile: undefined,
  });
});

test('what is left out has the values that libpq gives it', () => {
  const { hosts, user, password, database, tls } = addressOf('postgresql://');
  assert.deepEqual(hosts, [{ host: 'localhost', port: 5432 }]);
  assert.deepEqual([user, password, database, tls], ['postgres', '', 'postgres', 'disable']);
  assert.equal(addressOf('postgres://me@h').database, 'me');
});

test('several hosts are tried in their order, each with its port', () => {
  const { hosts } = addressOf('postgres://a,b:1,[2001:db8::1]:2/x?target_session_attrs=read-write');
  assert.deepEqual(hosts, [
    { host: 'a', port: 5432 },
    { host: 'b', port: 1 },
    { host: '2001:db8::1', port: 2 },
  ]);
  assert.deepEqual(addressOf('postgres:///x?host=a,b&port=7,8').hosts, [
    { host: 'a', port: 7 },
    { host: 'b', port: 8 },
  ]);
  assert.deepEqual(addressOf('postgres:///x?host=/run/postgresql&port=7').hosts, [
    { host: '/run/postgresql', port: 7 },
  ]);
});

test('what leaves this machine is encrypted for a server that proves its name unless the address says otherwise', () => {
  const modes = ['postgres://127.0.0.1/x', 'postgres://[::1]/x', 'postgres:///x?host=/run/pg'];
  for (const text of modes) assert.equal(addressOf(text).tls, 'disable');
  assert.equal(addressOf('postgres://127.0.0.1,10.0.0.1/x').tls, 'verify-full');
  assert.equal(addressOf('postgres://10.0.0.1/x?sslmode=disable').tls, 'disable');
  const full = addressOf('postgres://10.0.0.1/x?sslmode=verify-full&sslrootcert=/ca.pem');
  assert.deepEqual([full.tls, full.authorityFile], ['verify-full', '/ca.pem']);
});

suite('an address that does not read is refused in words', () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['mysql://localhost/x', /the form postgres:/],
    ['postgres://u:p@h/x/y', /the form postgres:/],
    ['postgres://u:p%@h/x', /%25/],
    ['postgres://u:p@h:0/x', /host:port/],
    ['postgres://u:p@h:99999/x', /host:port/],
    ['postgres://u:p@h:80:90/x', /host:port/],
    ['postgres://a,b,c,d,e,f,g,h,i/x', /up to 8 hosts/],
    ['postgres:///x?host=a,b,c&port=1,2', /host:port/],
    ['postgres://h/x?sslmode=prefer', /sslmode one of disable, no-verify, require/],
    ['postgres://h/x?target_session_attrs=any', /read-write or primary/],
    ['postgres://h/x?pool=3', /no parameter "pool"/],
  ];
  for (const [text, says] of rows) test(text, () => assert.match(problemOf(text), says));
});

test('user and password are never shown', () => {
  assert.equal(shownAddress('postgres://u:s3cret@h:1,i/x'), 'h:1,i:5432/x');
  assert.equal(shownAddress('postgres://u:s3cret@h/x/y'), '…');
  assert.doesNotMatch(problemOf('postgres://u:s3cret@h:0/x'), /s3cret|u:/);
});

test('any text is read or refused, and what is read can be shown', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }).map((rest) => `postgres://${rest}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const reading = parseServerAddress(text);
      assert.equal(typeof (reading.ok ? placeOf(reading.address) : reading.problem), 'string');
    }),
  );
});

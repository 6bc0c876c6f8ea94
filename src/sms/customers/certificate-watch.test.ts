import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Arrivals } from '#test/harness/smpp-link.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import {
  type Certificate,
  certificateWatch,
  readCertificate,
  UnusableCertificate,
} from './certificate-watch.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', '..', 'fixtures');
const first = path.join(fixtures, 'smpp', 'tls');

test('a certificate is renewed when both of its files are there, and not before', async () => {
  using folder = temporaryFolder();
  const files = {
    tlsCert: path.join(folder.path, 'cert.pem'),
    tlsKey: path.join(folder.path, 'key.pem'),
  };
  await copyFile(path.join(first, 'server.pem'), files.tlsCert);
  await copyFile(path.join(first, 'server-key.pem'), files.tlsKey);
  const clock = new HeldClock();
  const renewed = new Arrivals<Certificate>();
  const told = new Arrivals<string>();
  const log = openLog('info', (line) => told.add((JSON.parse(line) as { event: string }).event));
  const renew = (certificate: Certificate): void => renewed.add(certificate);
  const ports = { port: 'smpp', renew, clock, log } as const;
  const watch = certificateWatch(files, await readCertificate(files), ports);
  await using running = watch;
  running.start();
  while (clock.timersWaiting === 0) await new Promise(setImmediate);
  assert.deepEqual(renewed.all, []);

  await copyFile(path.join(fixtures, 'tls', 'receiver.cert.pem'), files.tlsCert);
  clock.advance(60_000);
  await told.next((event) => event === 'smpp.certificate_not_renewed');
  assert.deepEqual(renewed.all, []);

  const key = await readFile(path.join(fixtures, 'tls', 'receiver.key.pem'), 'utf8');
  await writeFile(files.tlsKey, key);
  while (clock.timersWaiting === 0) await new Promise(setImmediate);
  clock.advance(60_000);
  assert.equal((await renewed.next()).key, key);
});

test('files that are no certificate and its key are refused by their names', async () => {
  const tlsCert = path.join(first, 'server.pem');
  const tlsKey = path.join(first, 'server-key.pem');
  const other = path.join(fixtures, 'tls', 'receiver.key.pem');
  const wrong = [
    { tlsCert, tlsKey: other },
    { tlsCert: tlsKey, tlsKey },
    { tlsCert, tlsKey: tlsCert },
    { tlsCert: import.meta.filename, tlsKey },
  ];
  for (const files of wrong) {
    await assert.rejects(readCertificate(files), (error: Error) => {
      assert.ok(error instanceof UnusableCertificate);
      return error.message.startsWith(`${files.tlsCert} and ${files.tlsKey} are no certificate`);
    });
  }
  await assert.rejects(readCertificate({ tlsCert, tlsKey: `${tlsKey}x` }), { code: 'ENOENT' });
});

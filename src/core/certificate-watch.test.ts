import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  type Certificate,
  certificateWatch,
  readCertificate,
  UnusableCertificate,
} from '#core/certificate-watch.ts';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Arrivals } from '#test/harness/smpp-link.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
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

const dayMs = 86_400_000;

/** What is said of a certificate, from so long before its end. */
async function watchFrom(beforeMs: number) {
  const files = {
    tlsCert: path.join(fixtures, 'tls', 'expired.cert.pem'),
    tlsKey: path.join(fixtures, 'tls', 'receiver.key.pem'),
  };
  const endsAtMs = Date.UTC(2020, 0, 2);
  const clock = new HeldClock(endsAtMs - beforeMs);
  const told: { event: string; level: string; days?: number }[] = [];
  const log = openLog('info', (line) => told.push(JSON.parse(line) as (typeof told)[number]));
  const ends: number[] = [];
  const ports = { renew: () => undefined, ends: (atMs: number) => ends.push(atMs), clock, log };
  const watch = certificateWatch(files, await readCertificate(files), { ...ports, port: 'smpp' });
  assert.deepEqual(ends, [endsAtMs]);
  watch.start();
  return {
    told,
    /** The minute looks of so many days. */
    async pass(days: number): Promise<void> {
      for (let hour = 0; hour <= days * 24; hour += 1) {
        while (clock.timersWaiting === 0) await new Promise(setImmediate);
        clock.advance(3_600_000);
      }
      while (clock.timersWaiting === 0) await new Promise(setImmediate);
    },
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  };
}

test('the end of a certificate is told each day of its last three weeks, and none before', async () => {
  await using world = await watchFrom(23 * dayMs);
  await world.pass(1);
  assert.deepEqual(world.told, []);
  await world.pass(3);
  const days = world.told.map(({ event, level, days: left }) => [event, level, left]);
  assert.deepEqual(days.slice(0, 2), [
    ['smpp.certificate_ending', 'warn', 20],
    ['smpp.certificate_ending', 'warn', 19],
  ]);
});

test('a certificate that is over is told at the start, at its end, and each day', async () => {
  await using over = await watchFrom(-dayMs);
  await over.pass(1);
  assert.deepEqual(
    over.told.map(({ event, level }) => [event, level]),
    [
      ['smpp.certificate_expired', 'error'],
      ['smpp.certificate_expired', 'error'],
    ],
  );
  await using ending = await watchFrom(7_200_000);
  await ending.pass(0.5);
  assert.deepEqual(
    ending.told.map(({ event }) => event),
    ['smpp.certificate_ending', 'smpp.certificate_expired'],
  );
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

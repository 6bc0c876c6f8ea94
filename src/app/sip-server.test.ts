/** Where SIP is heard by TLS: a certificate that is renewed is shown to the next client. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { connect } from 'node:tls';
import type { CallsConfig } from '#config.ts';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { SipServer } from './sip-server.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures');

/** SHA-256 of the certificate that the port shows. */
async function shownAt(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test('a renewed certificate is shown without a restart', { timeout: 60_000 }, async () => {
  using folder = temporaryFolder();
  const files = {
    tlsCert: path.join(folder.path, 'cert.pem'),
    tlsKey: path.join(folder.path, 'key.pem'),
  };
  const use = async (cert: string, key: string): Promise<void> => {
    await copyFile(path.join(fixtures, cert), files.tlsCert);
    await copyFile(path.join(fixtures, key), files.tlsKey);
  };
  await use('smpp/tls/server.pem', 'smpp/tls/server-key.pem');
  const clock = new HeldClock();
  const renewed = Promise.withResolvers<void>();
  const log = openLog('info', (line) => {
    if (line.includes('sip.certificate_renewed')) renewed.resolve();
  });
  const places = [{ transport: 'tls', host: '127.0.0.1', port: 0 }];
  const config = { ...files, listen: { how: 'at', places }, publicAddress: undefined };
  const handlers = { admits: () => true, incoming: () => ({ cancelled: () => undefined }) };
  await using server = new SipServer({
    config: config as unknown as CallsConfig,
    clock,
    log,
    random: () => 0.5,
    product: 'Parley',
  });
  await server.open([], handlers);
  const port = server.agent.listeners[0]?.port ?? 0;
  const first = await shownAt(port);
  assert.equal(await shownAt(port), first);
  await use('tls/receiver.cert.pem', 'tls/receiver.key.pem');
  while (clock.timersWaiting === 0) await new Promise(setImmediate);
  clock.advance(60_000);
  await renewed.promise;
  assert.notEqual(await shownAt(port), first);
});

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { isPinned, plainFingerprint, shownCertificates } from './shown-certificates.ts';

const folder = path.join(import.meta.dirname, '../../../../fixtures/tls');
const read = (name: string) => readFile(path.join(folder, name), 'utf8');
/** One that carriers are signed by, one that it has signed, and one that has signed itself. */
const authority = await read('authority.cert.pem');
const carrier = await read('carrier.cert.pem');
const carrierKey = await read('carrier.key.pem');
const stranger = await read('receiver.cert.pem');
const strangerKey = await read('receiver.key.pem');

const fingerprintOf = (pem: string) => plainFingerprint(new X509Certificate(pem).fingerprint256);
const nowMs = Date.now();
const beyondMs = Date.UTC(2200, 0, 1);

/** What a client makes of a server that shows these. */
async function seen<Seen>(
  shown: { readonly cert: string; readonly key: string },
  look: (socket: TLSSocket) => Seen,
): Promise<Seen> {
  const server = createServer(shown, (socket) => socket.resume().on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    return look(socket);
  } finally {
    socket.destroy();
    server.close();
  }
}

const signed = { cert: carrier + authority, key: carrierKey };
/** Anybody may send the authority's certificate: it is public. */
const pretended = { cert: stranger + authority, key: strangerKey };

suite('the certificates of a TLS peer', () => {
  test('are its own, and those sent along that have signed the one below', async () => {
    const shown = await seen(signed, (socket) => shownCertificates(socket, nowMs));
    assert.deepEqual(shown, [fingerprintOf(carrier), fingerprintOf(authority)]);
  });

  test('do not include one that was sent along and has signed nothing', async () => {
    const shown = await seen(pretended, (socket) => shownCertificates(socket, nowMs));
    assert.deepEqual(shown, [fingerprintOf(stranger)]);
  });

  test('do not include one whose time is over', async () => {
    const shown = await seen(signed, (socket) => shownCertificates(socket, beyondMs));
    assert.deepEqual(shown, [fingerprintOf(carrier)]);
  });
});

const look =
  (certificates: readonly string[], name = 'carrier.example') =>
  (socket: TLSSocket) =>
    isPinned(socket, { certificates, name }, nowMs);

suite('a peer is the one that was asked for', () => {
  test('by its own certificate, whatever name it is known by', async () => {
    assert.equal(await seen(signed, look([fingerprintOf(carrier)], '192.0.2.1')), true);
  });

  test('by one that has signed its own, if the name is right', async () => {
    assert.equal(await seen(signed, look([fingerprintOf(authority)])), true);
    assert.equal(await seen(signed, look([fingerprintOf(authority)], 'other.example')), false);
  });

  test('not by one that it only sends along', async () => {
    assert.equal(await seen(pretended, look([fingerprintOf(authority)], 'localhost')), false);
  });

  test('not by any other', async () => {
    assert.equal(await seen(signed, look(['0'.repeat(64)])), false);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openLog } from './log.ts';
import { PeerTroubles, tlsFailureOf } from './peer-troubles.ts';

type Line = {
  readonly event: string;
  readonly protocol: string;
  readonly network: string;
  readonly why: string;
  readonly count: number;
};

function setup() {
  const lines: Line[] = [];
  const clock = new HeldClock();
  const log = openLog('info', (line) => lines.push(JSON.parse(line) as Line));
  return { lines, clock, troubles: new PeerTroubles({ log, clock }) };
}

const unread = { event: 'security.parser-refused', protocol: 'SMPP' } as const;
const handshake = { event: 'security.tls-failed', protocol: 'SMPP', way: 'in' } as const;

function failed(code: string): Error {
  return Object.assign(new Error('words'), { code });
}

suite('troubles with peers', () => {
  test('are one line a minute for a kind and a network, with the count since the line before', () => {
    const { lines, clock, troubles } = setup();
    for (let times = 0; times < 500; times += 1) {
      troubles.note(unread, { peer: `192.0.2.${times % 200}`, why: 'cut short' });
    }
    troubles.note(unread, { peer: '198.51.100.1', why: 'cut short' });
    troubles.note(handshake, { peer: '::ffff:192.0.2.1', why: 'ERR_SSL_WRONG_VERSION_NUMBER' });
    clock.advance(60_000);
    troubles.note(unread, { peer: '192.0.2.9', why: 'stream lost' });
    assert.deepEqual(
      lines.map(({ event, network, why, count }) => [event, network, why, count]),
      [
        ['security.parser-refused', '192.0.0.0/16', 'cut short', 1],
        ['security.parser-refused', '198.51.0.0/16', 'cut short', 1],
        ['security.tls-failed', '192.0.0.0/16', 'ERR_SSL_WRONG_VERSION_NUMBER', 1],
        ['security.parser-refused', '192.0.0.0/16', 'stream lost', 500],
      ],
    );
  });

  test('of more networks than are told apart share a line, and find room when a minute is over', () => {
    const { lines, clock, troubles } = setup();
    const noteAll = (): void => {
      for (let network = 0; network < 5_000; network += 1) {
        const peer = `${1 + (network >> 8)}.${network % 256}.0.1`;
        troubles.note(unread, { peer, why: 'cut short' });
      }
    };
    noteAll();
    assert.ok(lines.length <= 2_001, `${lines.length} lines`);
    assert.deepEqual(lines.at(-1)?.network, 'others');
    clock.advance(60_000);
    troubles.note(unread, { peer: '203.0.113.1', why: 'cut short' });
    assert.equal(lines.at(-1)?.network, '203.0.0.0/16');
  });

  test('are of TLS by the codes of its library alone', () => {
    for (const code of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ]) {
      assert.equal(tlsFailureOf(failed(code)), code);
    }
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT']) {
      assert.equal(tlsFailureOf(failed(code)), undefined);
    }
    assert.equal(tlsFailureOf(undefined), undefined);
  });
});

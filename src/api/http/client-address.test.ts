import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseAddressRange } from '#core/address-range.ts';
import { must } from '#core/assert.ts';
import { clientAddress } from './client-address.ts';

const trusted = ['10.0.0.0/8', '2001:db8::/32'].map((text) =>
  must(parseAddressRange(text), `range ${text}`),
);

suite('the client of a request', () => {
  test('is the peer where no proxy is trusted, or another one speaks', () => {
    assert.equal(clientAddress('10.0.0.1', '192.0.2.7', []), '10.0.0.1');
    assert.equal(clientAddress('198.51.100.9', '192.0.2.7', trusted), '198.51.100.9');
    assert.equal(clientAddress('10.0.0.1', undefined, trusted), '10.0.0.1');
  });

  test('is the last hop that is not ours, whatever stands before it', () => {
    assert.equal(clientAddress('10.0.0.1', '192.0.2.7', trusted), '192.0.2.7');
    assert.equal(clientAddress('::ffff:10.0.0.1', '1.1.1.1, 192.0.2.7', trusted), '192.0.2.7');
    const hops = '127.0.0.1, 192.0.2.7, 10.9.9.9, 2001:db8::5';
    assert.equal(clientAddress('10.0.0.1', hops, trusted), '192.0.2.7');
  });

  test('is the last one that reads where a hop is no address', () => {
    assert.equal(clientAddress('10.0.0.1', 'unknown', trusted), '10.0.0.1');
    assert.equal(clientAddress('10.0.0.1', "192.0.2.7, ' OR 1=1, 10.2.2.2", trusted), '10.2.2.2');
    assert.equal(clientAddress('10.0.0.1', '10.3.3.3, 10.2.2.2', trusted), '10.3.3.3');
    const endless = `192.0.2.7, ${'10.1.1.1, '.repeat(500)}10.2.2.2`;
    assert.equal(clientAddress('10.0.0.1', endless, trusted), '10.1.1.1');
  });
});

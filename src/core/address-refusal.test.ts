/** The classifier against an independent one: whatever that calls anything but unicast, ours refuses. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { meantAddress } from './address-range.ts';
import { refuseAddress } from './address-refusal.ts';
import { must } from './assert.ts';
import { parseIpAddress } from './ip-address.ts';

function refusal(text: string): string | undefined {
  const address = must(parseIpAddress(text), text);
  return refuseAddress(meantAddress(address), [])?.en;
}

/** Ours is stricter in these: what lies outside 2000::/3, and a cloud's host agent on a public address. */
function isOurs(text: string): boolean {
  return (
    text === '168.63.129.16' ||
    /multicast or reserved|not a global|protocol|ISATAP|6to4/.test(refusal(text) ?? '')
  );
}

/** Its names of what we judge by the IPv4 address behind it. */
const judgedByFour = new Set(['rfc6052']);

function agree(text: string): void {
  const range = ipaddr.parse(text).range();
  if (judgedByFour.has(range)) return;
  const refused = refusal(text) !== undefined;
  if (range !== 'unicast') assert.ok(refused, `${text} is ${range}`);
  else if (refused) assert.ok(isOurs(text), `${text} is refused: ${refusal(text)}`);
}

suite('addresses', () => {
  test('of IPv4, all beginnings of networks and their neighbours are judged alike', () => {
    for (let first = 0; first < 256; first += 1) {
      for (const second of [
        0, 1, 15, 16, 18, 19, 20, 31, 32, 51, 63, 64, 88, 127, 128, 168, 169, 254, 255,
      ]) {
        for (const rest of ['0.0', '0.1', '2.1', '99.1', '100.1', '113.1', '254.169', '255.255']) {
          agree(`${first}.${second}.${rest}`);
        }
      }
    }
  });

  test('of both families, any that is drawn', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        if (parseIpAddress(text) !== undefined && ipaddr.isValid(text)) agree(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that carry an IPv4 address within are judged by it, or refused', () => {
    for (const four of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1']) {
      for (const six of [`::ffff:${four}`, `::${four}`, `64:ff9b::${four}`]) {
        assert.ok(refusal(six) !== undefined, six);
      }
    }
    assert.equal(refusal('64:ff9b::8.8.8.8'), undefined);
    assert.ok(refusal('64:ff9b:1::10.0.0.1'));
    assert.ok(refusal('2002:7f00:1::'));
    assert.ok(refusal('2001:0:4136:e378:8000:63bf:3fff:fdd2'));
  });
});

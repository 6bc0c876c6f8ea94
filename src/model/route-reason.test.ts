import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type RouteReason, readRouteReason, writeRouteReason } from './route-reason.ts';

suite('why a message takes a way', () => {
  test('is read as it was written', () => {
    const reasons: readonly RouteReason[] = [
      { code: 'price' },
      { code: 'only route', isQuiet: true, heldBy: 'run' },
      { code: 'refused', word: 'refused_0x58', tried: 'North', beyond: { parts: 3, paid: 2 } },
    ];
    for (const reason of reasons) {
      assert.deepEqual(readRouteReason(writeRouteReason(reason)), reason);
    }
  });

  test('of another version is shown as it is stored, whatever that is', () => {
    const word = 'refused_0x58: North is tried';
    assert.deepEqual(readRouteReason(word), { code: 'unknown', word });
    fc.assert(fc.property(fc.string(), (text) => readRouteReason(text).code.length > 0));
    fc.assert(fc.property(fc.json(), (text) => readRouteReason(text).code.length > 0));
  });
});

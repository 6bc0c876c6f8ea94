import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Bag, type Bagged } from './bag.ts';

describe('a bag', () => {
  test('holds what a set would, whatever comes and goes', () => {
    const steps = fc.array(fc.record({ item: fc.nat(9), comes: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (taken) => {
        const items = Array.from({ length: 10 }, (): Bagged => ({ bagPlace: -1 }));
        const [bag, set] = [new Bag<Bagged>(), new Set<Bagged>()];
        for (const { item, comes } of taken) {
          const one = items[item] as Bagged;
          if (comes) bag.add(one);
          else bag.delete(one);
          if (comes) set.add(one);
          else set.delete(one);
          assert.deepEqual(new Set(bag.items), set);
          assert.equal(bag.items.length, set.size);
        }
      }),
    );
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from './assert.ts';
import { createSealer, keyIdOf, sealedWith } from './sealed.ts';
import { unwrapRing, wrapRing } from './sealing-key.ts';
import {
  activate,
  begin,
  finish,
  firstRing,
  RingSealer,
  readRing,
  writeRing,
} from './sealing-ring.ts';

const place = 'operator/acme/password';

suite('a ring of sealing keys', () => {
  test('seals with the next key once it is active, and opens what the former one sealed until it is gone', () => {
    const first = firstRing();
    const sealer = new RingSealer(first);
    const old = sealer.seal('secret', place);
    const begun = must(begin(first), 'ring that has begun');
    sealer.replace(begun);
    assert.equal(sealedWith(sealer.seal('secret', place)), keyIdOf(first.active));
    assert.equal(sealer.reseal(old, place), undefined);
    const other = new RingSealer(begun);
    const active = activate(begun, 7);
    sealer.replace(active);
    const made = sealer.seal('secret', place);
    assert.notEqual(sealedWith(made), sealedWith(old));
    assert.equal(other.open(made, place), 'secret', 'who knows the next key opens it as well');
    const resealed = must(sealer.reseal(old, place), 'resealed');
    assert.equal(sealer.open(old, place), 'secret');
    sealer.replace(finish(active));
    assert.equal(sealer.open(resealed, place), 'secret');
    assert.throws(() => sealer.open(old, place), /sealed with key/);
    assert.throws(
      () => sealer.reseal(resealed, 'operator/other/password') ?? sealer.open(made, 'x'),
    );
  });

  test('derives the same keys for ever, as its first key did', () => {
    const first = firstRing();
    const use = 'parley mail tokens';
    const derived = createSealer(first.active).deriveKey(use);
    assert.deepEqual(new RingSealer(first).deriveKey(use), derived);
    const later = finish(activate(must(begin(first), 'begun'), 7));
    assert.deepEqual(new RingSealer(later).deriveKey(use), derived);
    assert.notDeepEqual(createSealer(later.active).deriveKey(use), derived);
  });

  test('has one change under way at a time', () => {
    const begun = must(begin(firstRing()), 'begun');
    assert.equal(begin(begun), undefined);
    assert.equal(begin(activate(begun, 7)), undefined);
    assert.ok(begin(finish(activate(begun, 7))));
    const untouched = firstRing();
    assert.equal(activate(untouched, 7), untouched);
  });

  test('comes back as it was written, also what was one key before there were rings', () => {
    const first = firstRing();
    const begun = must(begin(first), 'begun');
    const active = activate(begun, 7);
    for (const ring of [first, begun, active, finish(active)]) {
      assert.deepEqual(readRing(writeRing(ring)), ring);
      const master = Buffer.alloc(32, 5);
      assert.deepEqual(unwrapRing([wrapRing(ring, master)], master), ring);
    }
    assert.equal(writeRing(first), first.active.toString('base64'));
    // A program from before rings takes it for a key of a length that no cipher takes.
    assert.notEqual(Buffer.from(writeRing(begun), 'base64').length, 32);
  });
});

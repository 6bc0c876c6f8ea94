import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addressRangesInput } from './address-input.ts';
import { mayComeFrom } from './address-list.ts';
import { fromText } from './input-form.ts';

const read = (text: string) =>
  addressRangesInput.safeParse(fromText(addressRangesInput, text)).data;

suite('a list of address ranges', () => {
  test('lets in what lies in one of them, of either family', () => {
    const ranges = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'];
    for (const inside of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:1::5', '198.51.100.7']) {
      assert.equal(mayComeFrom(inside, ranges), true, inside);
    }
    for (const outside of ['192.0.3.1', '2001:db9::1', '198.51.100.8', '::1', '', 'somewhere']) {
      assert.equal(mayComeFrom(outside, ranges), false, outside);
    }
  });

  test('that is empty lets in everybody', () => {
    assert.equal(mayComeFrom('192.0.2.9', []), true);
    assert.equal(mayComeFrom('', []), true);
  });

  test('of which nothing can be read lets in nobody', () => {
    assert.equal(mayComeFrom('192.0.2.9', ['everywhere']), false);
  });

  test('is written with commas, a hundred at the most, or as any', () => {
    assert.deepEqual(read('192.0.2.0/24, ::1'), ['192.0.2.0/24', '::1']);
    assert.deepEqual(read('any'), []);
    for (const wrong of ['', '192.0.2.1/24', '192.0.2.0/33', 'localhost', '192.0.2.1,']) {
      assert.equal(read(wrong), undefined, wrong);
    }
    assert.equal(read(Array(101).fill('192.0.2.1').join(',')), undefined);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readPrices } from './read-prices.ts';

suite('a pasted table of prices', () => {
  test('is read by its heading, in any order', () => {
    const read = readPrices('price;prefix;from\n0.049;+33;\n0.05;"49";2027-01-31\n');
    assert.deepEqual(read, {
      ok: true,
      prices: [
        { prefix: '33', price: '0.049', accountId: 0, fromMs: 0 },
        { prefix: '49', price: '0.05', accountId: 0, fromMs: Date.UTC(2027, 0, 31) },
      ],
    });
  });

  test('tells the first line that does not read', () => {
    assert.deepEqual(readPrices('prefix,price\n33,0.04\n34,much\n'), {
      ok: false,
      line: 3,
      text: '34,much',
    });
    assert.partialDeepStrictEqual(readPrices('33,0.04'), { ok: false, line: 1 });
    assert.partialDeepStrictEqual(readPrices('prefix,price,from\n33,1,2027-13-01'), { ok: false });
  });
});

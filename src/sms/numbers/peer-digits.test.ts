import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { peerDigits } from './peer-digits.ts';

type Case = readonly [ton: number, address: string, digits: string, homeCountry?: string];

const cases: readonly Case[] = [
  [1, '33612345678', '33612345678'],
  [1, '+33612345678', '33612345678'],
  [1, '0033612345678', '33612345678'],
  [1, '0612345678', '33612345678'],
  [2, '0612345678', '33612345678'],
  [2, '612345678', '33612345678'],
  [2, '06 12 34 56 78', '33612345678'],
  [2, '33612345678', '33612345678'],
  [2, '0033612345678', '33612345678'],
  [2, '7400123456', '447400123456', 'GB'],
  [2, '2125550123', '12125550123', 'US'],
  [0, '0612345678', '33612345678'],
  [0, '612345678', '33612345678'],
  [0, '33612345678', '33612345678'],
  [0, '447400123456', '447400123456'],
  [0, '+447400123456', '447400123456'],
  // Short numbers and names are what they are.
  [0, '36179', '36179'],
  [1, '36179', '36179'],
  [2, '36179', '36179'],
  [3, '36179', '36179'],
  [3, '0612345678', '0612345678'],
  [5, 'Acme', 'Acme'],
  [5, '0612345678', '0612345678'],
  [0, '', ''],
];

suite('a number as an operator writes it', () => {
  for (const [ton, address, digits, country = 'FR'] of cases) {
    test(`"${address}" of type ${ton} in ${country} is ${digits || 'nothing'}`, () => {
      assert.equal(peerDigits({ ton, address }, country), digits);
    });
  }

  test('may be anything at all', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.string({ maxLength: 24 }), (ton, address) => {
        assert.equal(typeof peerDigits({ ton, address }, 'FR'), 'string');
      }),
    );
  });
});

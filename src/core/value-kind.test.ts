import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  countryCode,
  currencyCode,
  isHostName,
  line,
  oneOf,
  type ValueKind,
  wholeNumber,
} from './value-kind.ts';

const kinds: readonly (readonly [
  name: string,
  kind: ValueKind<unknown>,
  good: readonly (readonly [string, unknown])[],
  bad: readonly string[],
])[] = [
  [
    'a whole number',
    wholeNumber(1, 32),
    [
      ['1', 1],
      ['032', 32],
    ],
    ['0', '33', '-1', '1.5', '1e1', ' 1', '', '9'.repeat(400), '٣'],
  ],
  ['one of some words', oneOf('on', 'off'), [['on', 'on']], ['On', 'o', '', 'toString']],
  ['a line', line(5), [[' a b ', 'a b']], ['', '   ', 'longer', 'a\nb', '\u0000', 'a\u009bb']],
  [
    'a country',
    countryCode,
    [
      ['fr', 'FR'],
      ['GB', 'GB'],
    ],
    ['ZZ', 'FRA', '33', '', '__proto__'],
  ],
  ['a currency', currencyCode, [['eur', 'EUR']], ['EURO', 'ZZZ', '€', '']],
];

for (const [name, kind, good, bad] of kinds) {
  suite(name, () => {
    for (const [text, value] of good) {
      test(`reads "${text}"`, () => assert.equal(kind.read(text), value));
    }
    for (const text of bad) {
      test(`refuses ${JSON.stringify(text.slice(0, 20))}`, () =>
        assert.equal(kind.read(text), undefined));
    }
  });
}

test('the form of a choice is a sentence', () => {
  assert.equal(oneOf('debug', 'info', 'warn').form, 'debug, info or warn');
  assert.equal(oneOf('on', 'off').form, 'on or off');
});

test('a host name is not a broken address', () => {
  for (const name of ['localhost', 'smsc-1.operator.example', 'A.b', '1host']) {
    assert.ok(isHostName(name), name);
  }
  for (const name of ['', '10.0.0.0/33', '127.0.0.256', '1.2.3', '..', 'a b', 'é.fr', '[::1]']) {
    assert.ok(!isHostName(name), name);
  }
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { must } from './assert.ts';
import {
  countryOf,
  formatPhone,
  isFictionNumber,
  parsePhoneNumber,
  phoneBeginning,
} from './phone-number.ts';

function phone(text: string, homeCountry = 'FR') {
  return must(parsePhoneNumber(text, homeCountry), `number in ${text}`);
}

suite('every form that a client writes is the same number', () => {
  const forms = [
    ['+33612345678', 'FR'],
    ['33612345678', 'FR'],
    ['0033612345678', 'FR'],
    ['0612345678', 'FR'],
    ['612345678', 'FR'],
    [' 33612345678', 'FR'],
    ['  0612345678 ', 'FR'],
    ['06 12.34-56 78', 'FR'],
    ['+33 (0)6 12 34 56 78', 'FR'],
    ['(+33) 6 12 34 56 78', 'FR'],
    ['+33\u00a06\u202f12\u201334 56 78', 'FR'],
    ['33612345678', 'US'],
    ['33612345678', 'DE'],
    ['011 33 6 12 34 56 78', 'US'],
    ['+33612345678', 'nowhere'],
  ] as const;
  for (const [text, homeCountry] of forms) {
    test(`"${text}" in ${homeCountry}`, () => {
      assert.equal(parsePhoneNumber(text, homeCountry), '33612345678');
    });
  }
});

test('digits alone are read as they are dialled at home before they are read abroad', () => {
  assert.equal(phone('612345678', 'ES'), '34612345678');
  assert.equal(phone('2025550123', 'US'), '12025550123');
  assert.equal(phone('89261234567', 'RU'), '79261234567');
  assert.equal(phone('0612345678', 'IT'), '390612345678');
  assert.equal(phone('447911123456', 'FR'), '447911123456');
});

test('a range that opened after the metadata was made is accepted', () => {
  assert.equal(phone('+33700123456'), '33700123456');
});

test('what cannot be a phone number is refused', () => {
  const refused = ['', '+', ' ', 'abc', '06123', '+33 6 12 34 56', '+999123456789', '06a2345678'];
  for (const text of [...refused, '+0033612345678', '++33612345678', '0'.repeat(41)]) {
    assert.equal(parsePhoneNumber(text, 'FR'), undefined, text);
  }
});

test('the first digits of a number are read as the number would be', () => {
  assert.deepEqual(
    ['06 12', '+33 6.12', '0033612', '33612', '0'].map((text) => phoneBeginning(text, 'FR')),
    ['33612', '33612', '33612', '33612', '33'],
  );
  assert.equal(phoneBeginning('0612', 'US'), '0612');
  assert.deepEqual(
    ['', '+', 'bob', '06x', '1'.repeat(16)].map((text) => phoneBeginning(text, 'FR')),
    [undefined, undefined, undefined, undefined, undefined],
  );
});

test('a number is shown with its plus', () => {
  assert.equal(formatPhone(phone('0612345678')), '+33612345678');
});

test('the country of a number is known even where no range is assigned', () => {
  assert.equal(countryOf(phone('+14165550123')), 'CA');
  assert.equal(countryOf(phone('+77012345678')), 'KZ');
  assert.equal(countryOf(phone('+447700900123')), 'GB');
  assert.equal(countryOf(phone('+80012345678')), undefined);
});

test('numbers kept for films are told from real ones', () => {
  const fiction = [
    '+33639980101',
    '+33199001234',
    '+447700900123',
    '+442079460000',
    '+12025550199',
  ];
  for (const text of fiction) assert.equal(isFictionNumber(phone(text)), true, text);
  const real = ['+33639990101', '+447700901123', '+12025550200', '+12025560100', '+442079461000'];
  for (const text of real) assert.equal(isFictionNumber(phone(text)), false, text);
});

const countries = getCountries();
const callingCodes = [
  ...new Set<string>(countries.map((country) => getCountryCallingCode(country))),
  '800',
  '870',
  '979',
];

function digits(minLength: number, maxLength: number) {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength })
    .map((each) => each.join(''));
}

function askLibrary(text: string, defaultCountry?: CountryCode) {
  const options = { extract: false, ...(defaultCountry && { defaultCountry }) };
  const number = parsePhoneNumberFromString(text, options);
  const inE164 = number?.number.slice(1) ?? '';
  return number?.isPossible() === true && /^\d{8,15}$/.test(inE164)
    ? { inE164, assigned: number.isValid() }
    : undefined;
}

test('the short way answers what the library answers, for every calling code', () => {
  fc.assert(
    fc.property(fc.constantFrom(...callingCodes), digits(3, 13), (callingCode, national) => {
      const text = `+${callingCode}${national}`;
      fc.pre(text.length <= 16);
      assert.equal(parsePhoneNumber(text, 'FR'), askLibrary(text)?.inE164, text);
    }),
    { numRuns: 5_000 },
  );
});

test('the short way answers what the library answers, for what is dialled in every country', () => {
  const start = fc.constantFrom('', '0', '1', '8', '06');
  fc.assert(
    fc.property(fc.constantFrom(...countries), start, digits(5, 12), (country, first, rest) => {
      const text = first + rest;
      fc.pre(text.length <= 15 && !text.startsWith('00'));
      const readings = [askLibrary(text, country), askLibrary(`+${text}`)].filter(
        (reading) => reading !== undefined,
      );
      const assigned = readings.filter((reading) => reading.assigned);
      const expected = (assigned.length > 0 ? assigned : readings).map(({ inE164 }) => inE164);
      const found = parsePhoneNumber(text, country);
      assert.ok(found === undefined ? expected.length === 0 : expected.includes(found), text);
    }),
    { numRuns: 5_000 },
  );
});

test('no text makes the parser throw, and what it reads it reads again', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 50, size: 'max' }),
    fc.stringMatching(/^[+0-9 ().-]{0,42}$/),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('FR', 'US', 'DE', 'XX', ''), (written, homeCountry) => {
      const read = parsePhoneNumber(written, homeCountry);
      if (read === undefined) return;
      assert.match(read, /^[1-9]\d{7,14}$/);
      assert.equal(parsePhoneNumber(formatPhone(read), homeCountry), read);
    }),
  );
});

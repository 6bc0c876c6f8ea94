/** Phones are found in what people paste. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inPortions, phonesIn } from './phone-lines.ts';

suite('pasted phones', () => {
  test('may stand on lines of their own, or with commas between', () => {
    assert.deepEqual(phonesIn('06 12 34 56 78\n+33612345679, +33612345670;;\n'), [
      '06 12 34 56 78',
      '+33612345679',
      '+33612345670',
    ]);
  });

  test('may be the first column of a table with a heading', () => {
    const table = 'phone,source,since\r\n+33612345678,reply,2030-01-01T00:00:00Z\r\n';
    assert.deepEqual(phonesIn(table), ['+33612345678']);
  });

  test('count once each, and go a thousand at a time', () => {
    const phones = Array.from({ length: 2_001 }, (_, at) => String(33_600_000_000 + at));
    const found = phonesIn([...phones, ...phones].join('\n'));
    assert.equal(found.length, 2_001);
    assert.deepEqual(
      inPortions(found).map(({ length }) => length),
      [1_000, 1_000, 1],
    );
  });
});

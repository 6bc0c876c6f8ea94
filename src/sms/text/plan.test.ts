import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { plan } from './plan.ts';
import { normaliseText } from './text-normal.ts';

function planned(text: string, options?: Parameters<typeof plan>[1]) {
  const reply = plan(text, options);
  return must(reply.ok ? reply.plan : undefined, `plan of ${text}`);
}

suite('the number of parts follows from the room in each', () => {
  const counts = [
    ['a', 160, 'gsm', 1],
    ['a', 161, 'gsm', 2],
    ['a', 306, 'gsm', 2],
    ['a', 307, 'gsm', 3],
    ['€', 80, 'gsm', 1],
    ['€', 81, 'gsm', 2],
    ['€', 153, 'gsm', 3],
    ['ж', 70, 'ucs2', 1],
    ['ж', 71, 'ucs2', 2],
    ['ж', 135, 'ucs2', 3],
    ['\u{1f600}', 35, 'ucs2', 1],
    ['\u{1f600}', 67, 'ucs2', 3],
  ] as const;
  for (const [character, times, alphabet, parts] of counts) {
    test(`${times} × ${character}`, () => {
      const { alphabet: found, partCount } = planned(character.repeat(times));
      assert.deepEqual([found, partCount], [alphabet, parts]);
    });
  }
});

test('a reference of two octets leaves less room', () => {
  assert.equal(planned('a'.repeat(306), { referenceBits: 16 }).partCount, 3);
  assert.equal(planned('ж'.repeat(134), { referenceBits: 16 }).partCount, 3);
});

test('the first character that forces UCS-2 is named', () => {
  assert.equal(planned('Ça va être prêt').firstNonGsm, 'ê');
  assert.equal(planned('Ca va').firstNonGsm, undefined);
});

test('a client can ask for UCS-2', () => {
  const { alphabet, units, firstNonGsm } = planned('Ok', { unicode: true });
  assert.deepEqual([alphabet, units, firstNonGsm], ['ucs2', 2, undefined]);
});

test('a decomposed accent makes a text no longer, once it is normalised', () => {
  const { alphabet, units } = planned(normaliseText('e\u0301te\u0301\r\n'));
  assert.deepEqual([alphabet, units], ['gsm', 4]);
});

test('ten parts are planned, eleven refused', () => {
  assert.equal(planned('a'.repeat(1_530)).partCount, 10);
  assert.deepEqual(plan('a'.repeat(1_531)), {
    ok: false,
    refusal: { why: 'text is too long', parts: 11, partsMax: 10 },
  });
});

test('a text of controls alone is empty', () => {
  assert.deepEqual(plan(normaliseText('\0\u0007')), {
    ok: false,
    refusal: { why: 'text is empty' },
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { type PlanSettings, plan } from './plan.ts';
import { normaliseText } from './text-normal.ts';

const usual: PlanSettings = { longMessages: 'udh8', defaultAlphabet: 'gsm7', nationalTables: [] };

function planned(text: string, settings: Partial<PlanSettings> = {}, unicode = false) {
  const reply = plan(text, { settings: { ...usual, ...settings }, unicode });
  return must(reply.ok ? reply.plan : undefined, `plan of ${text}`);
}

/** Code, tables and parts, as they are read in a line. */
function shape(text: string, settings?: Partial<PlanSettings>): string {
  const { form, parts } = planned(text, settings);
  return `${form.code} ${form.locking}${form.single} ${parts}`;
}

suite('the number of parts follows from the room in each', () => {
  const counts = [
    ['a', 160, 'gsm7', 1],
    ['a', 161, 'gsm7', 2],
    ['a', 306, 'gsm7', 2],
    ['a', 307, 'gsm7', 3],
    ['€', 80, 'gsm7', 1],
    ['€', 81, 'gsm7', 2],
    ['€', 153, 'gsm7', 3],
    ['ж', 70, 'ucs2', 1],
    ['ж', 71, 'ucs2', 2],
    ['ж', 135, 'ucs2', 3],
    ['\u{1f600}', 35, 'ucs2', 1],
    ['\u{1f600}', 67, 'ucs2', 3],
  ] as const;
  for (const [character, times, code, parts] of counts) {
    test(`${times} × ${character}`, () => {
      const { form, parts: found } = planned(character.repeat(times));
      assert.deepEqual([form.code, found], [code, parts]);
    });
  }
});

test('a reference of two octets leaves less room, in a header or a TLV', () => {
  for (const longMessages of ['udh16', 'sar'] as const) {
    assert.equal(planned('a'.repeat(306), { longMessages }).parts, 3);
    assert.equal(planned('ж'.repeat(134), { longMessages }).parts, 3);
  }
});

test('a whole text is one submit, and paid for as the parts that the operator cuts', () => {
  const { parts, submits } = planned('a'.repeat(307), { longMessages: 'payload' });
  assert.deepEqual([parts, submits], [3, 1]);
  assert.equal(planned('a'.repeat(307)).submits, 3);
});

test('the first character that forces UCS-2 is named', () => {
  assert.equal(planned('Ça va être prêt').firstNonGsm, 'ê');
  assert.equal(planned('Ca va').firstNonGsm, undefined);
  assert.equal(planned('Déjà 5 €', { defaultAlphabet: 'latin1' }).firstNonGsm, '€');
  assert.equal(planned('Déjà 5', { defaultAlphabet: 'ascii' }).firstNonGsm, 'é');
});

test('a client can ask for UCS-2', () => {
  const { form, units, firstNonGsm } = planned('Ok', {}, true);
  assert.deepEqual([form.code, units, firstNonGsm], ['ucs2', 2, undefined]);
  const turkish = planned('ş'.repeat(100), { nationalTables: ['turkish'] }, true);
  assert.deepEqual([turkish.form.code, turkish.parts], ['ucs2', 2]);
});

test('a decomposed accent makes a text no longer, once it is normalised', () => {
  const { form, units } = planned(normaliseText('e\u0301te\u0301\r\n'));
  assert.deepEqual([form.code, units], ['gsm7', 4]);
});

test('ten parts are planned, eleven refused', () => {
  assert.equal(planned('a'.repeat(1_530)).parts, 10);
  assert.deepEqual(plan('a'.repeat(1_531), { settings: usual }), {
    ok: false,
    refusal: { why: 'text is too long', parts: 11, partsMax: 10 },
  });
});

test('a text of controls alone is empty', () => {
  const empty = { ok: false, refusal: { why: 'text is empty' } };
  assert.deepEqual(plan(normaliseText('\0\u0007'), { settings: usual }), empty);
});

suite('national tables are taken where they save a part', () => {
  const all = { nationalTables: ['turkish', 'spanish', 'portuguese'] } as const;

  test('not where the default alphabet or UCS-2 needs no more', () => {
    assert.equal(shape('a'.repeat(160), all), 'gsm7 00 1');
    assert.equal(shape('şşş', all), 'ucs2 00 1');
    assert.equal(shape(`ç${'a'.repeat(69)}`, all), 'ucs2 00 1');
  });

  test('a single shift table for few letters, two septets each', () => {
    assert.equal(shape(`ş${'a'.repeat(153)}`, all), 'gsm7 01 1');
    assert.equal(shape(`ş${'a'.repeat(154)}`, all), 'gsm7 10 1');
    assert.equal(shape(`á${'a'.repeat(153)}`, all), 'gsm7 02 1');
    assert.equal(shape(`á${'a'.repeat(154)}`, all), 'gsm7 30 1');
  });

  test('a locking table for many of them', () => {
    assert.equal(shape('ş'.repeat(155), all), 'gsm7 10 1');
    assert.equal(shape('ş'.repeat(156), all), 'gsm7 10 2');
  });

  test('both where a letter is in neither alone', () => {
    // ª stands in the Portuguese locking table alone, Ψ behind the escape of its single shift table.
    assert.equal(shape(`Ψª${'ã'.repeat(100)}`, all), 'gsm7 33 1');
  });

  test('in parts of the room that their headers leave', () => {
    for (const [longMessages, two, three] of [
      ['udh8', 298, 299],
      ['udh16', 296, 297],
    ] as const) {
      const settings = { longMessages, nationalTables: ['turkish'] } as const;
      assert.equal(shape('ş'.repeat(two), settings), 'gsm7 10 2');
      assert.equal(shape('ş'.repeat(three), settings), 'gsm7 10 3');
    }
  });

  test('never where no header may join the parts', () => {
    for (const longMessages of ['sar', 'payload'] as const) {
      const settings = { longMessages, nationalTables: ['turkish'] } as const;
      assert.equal(shape('ş'.repeat(155), settings), 'gsm7 10 1');
      assert.equal(planned('ş'.repeat(156), settings).form.code, 'ucs2');
    }
  });

  test('never where the operator turns octets of another code into septets', () => {
    const settings = { defaultAlphabet: 'latin1', ...all } as const;
    assert.equal(planned('ş'.repeat(100), settings).form.code, 'ucs2');
  });
});

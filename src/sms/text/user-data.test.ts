import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { must } from '#core/assert.ts';
import type { Form } from './form.ts';
import { unpackSeptets } from './gsm-packing.ts';
import { type PlanSettings, plan } from './plan.ts';
import { headerOctetsOf, splitIntoParts, unitsOf } from './segments.ts';
import { decodeText } from './text-decoding.ts';
import { normaliseText } from './text-normal.ts';
import { encodePart } from './user-data.ts';

const gsm: Form = { code: 'gsm7', long: 'udh8', locking: 0, single: 0 };
const reference = 0x04d2;

function encodeAll(text: string, form: Form, submits: number): readonly Buffer[] {
  return Array.from(
    { length: submits },
    (_, index) => encodePart(text, form, { part: index + 1, reference }).octets,
  );
}

function heads(parts: readonly Buffer[], octets: number): readonly string[] {
  return parts.map((part) => part.subarray(0, octets).toString('hex'));
}

suite('a header tells a phone how to join the parts', () => {
  test('with a reference of one octet', () => {
    const parts = encodeAll('a'.repeat(161), gsm, 2);
    assert.deepEqual(heads(parts, 7), ['050003d2020161', '050003d2020261']);
    assert.deepEqual(
      parts.map((part) => part.length),
      [159, 14],
    );
  });

  test('with a reference of two octets', () => {
    const parts = encodeAll('ж'.repeat(71), { ...gsm, code: 'ucs2', long: 'udh16' }, 2);
    assert.deepEqual(heads(parts, 9), ['06080404d202010436', '06080404d202020436']);
    assert.deepEqual(
      parts.map((part) => part.length),
      [139, 17],
    );
  });

  test('and which tables to read it by, in each part', () => {
    const parts = encodeAll('ş'.repeat(160), { ...gsm, locking: 1 }, 2);
    assert.deepEqual(heads(parts, 10), ['080003d202012501011d', '080003d202022501011d']);
    const [single] = encodeAll('aş', { ...gsm, single: 1 }, 1);
    assert.equal(single?.toString('hex'), '03240101611b73');
    const [both] = encodeAll('ãΨ', { ...gsm, locking: 3, single: 3 }, 1);
    assert.equal(both?.toString('hex'), '062401032501037b1b17');
  });

  test('and one part of the default tables has none', () => {
    const { octets, hasHeader } = encodePart('Ok €', gsm, { part: 1, reference });
    assert.deepEqual([octets.toString('hex'), hasHeader], ['4f6b201b65', false]);
  });

  test('nor parts that TLVs join, nor a whole text', () => {
    for (const long of ['sar', 'payload'] as const) {
      const { octets, hasHeader, parts } = encodePart(
        'a'.repeat(161),
        { ...gsm, long },
        { part: 1, reference },
      );
      assert.deepEqual([hasHeader, parts, octets[0]], [false, 2, 0x61]);
      assert.equal(octets.length, long === 'sar' ? 152 : 161);
    }
  });
});

test('packed septets begin at a septet boundary behind a header', () => {
  const packed: Form = { ...gsm, code: 'gsm7Packed' };
  assert.equal(
    encodePart('hello', packed, { part: 1, reference }).octets.toString('hex'),
    'e8329bfd06',
  );
  const [part] = encodeAll('a'.repeat(161), packed, 2);
  const text = must(part, 'part').subarray(6);
  assert.equal(text.length, 134);
  assert.equal(unpackSeptets(text, 1, 153).toString(), 'a'.repeat(153));
});

test('octets of Latin-1 and of ASCII are what they say', () => {
  const { octets } = encodePart('Où ?', { ...gsm, code: 'latin1' }, { part: 1, reference });
  assert.equal(octets.toString('hex'), '4ff9203f');
});

test('a text that was not planned in GSM is not sent in GSM', () => {
  assert.throws(() => encodePart('ж', gsm, { part: 1, reference }), /planned in/);
});

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'é', '€', '[', '\n', ' et ', 'Ω') },
  { weight: 2, arbitrary: fc.constantFrom('ş', 'ğ', 'á', 'ú', 'ã', '∞', 'ç') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ж', '\u{1f600}', family, 'e\u0323\u0302', '\u{1f1eb}\u{1f1f7}'),
  },
);
const texts = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 220, size: 'max' }),
  fc.array(fc.constantFrom('a', '€', 'Ω'), { minLength: 1, maxLength: 900, size: 'max' }),
  fc.array(fc.constantFrom('a', 'ş', 'İ', '€', 'g'), { minLength: 1, maxLength: 900, size: 'max' }),
  fc.array(fc.constantFrom('a', 'ã', 'Ψ', '∞', 'ç'), { minLength: 1, maxLength: 900, size: 'max' }),
);
const settings: fc.Arbitrary<PlanSettings> = fc.record({
  longMessages: fc.constantFrom('udh8', 'udh16', 'sar', 'payload'),
  defaultAlphabet: fc.constantFrom('gsm7', 'gsm7Packed', 'latin1', 'ascii'),
  nationalTables: fc.subarray(['turkish', 'spanish', 'portuguese'] as const),
});

test('whatever the operator takes: parts joined are the text, as many as planned, within their rooms', () => {
  fc.assert(
    fc.property(texts, settings, (pieces, how) => {
      const text = normaliseText(pieces.join(''));
      const reply = plan(text, { settings: how });
      fc.pre(reply.ok);
      const { form, parts, submits } = reply.plan;
      const octets = encodeAll(text, form, submits);
      assert.equal(splitIntoParts(text, form).length, parts);
      assert.deepEqual(encodeAll(text, form, submits), octets);
      const isWhole = form.long === 'payload' && parts > 1;
      const read = octets.map((each, index) =>
        readPart(
          each,
          form,
          isWhole ? text : must(splitIntoParts(text, form)[index], 'part'),
          parts,
        ),
      );
      assert.equal(read.join(''), text);
      if (!isWhole) for (const each of octets) assert.ok(radioOctets(each, form, parts) <= 140);
    }),
    { numRuns: 600 },
  );
});

/** As a phone reads it: by the tables that the header names and the code that data_coding means. */
function readPart(octets: Buffer, form: Form, written: string, parts: number): string {
  const headerOctets = headerOctetsOf(form, parts > 1 ? 'several' : 'single');
  const header = octets.subarray(0, headerOctets);
  assert.equal(header[0] ?? 0, Math.max(0, headerOctets - 1));
  const shifts = { locking: elementOf(header, 0x25), single: elementOf(header, 0x24) };
  assert.deepEqual(shifts, {
    locking: form.locking || undefined,
    single: form.single || undefined,
  });
  const data = octets.subarray(headerOctets);
  const isUcs2 = form.code === 'ucs2';
  const text = decodeText(data, {
    alphabet: isUcs2 ? 'ucs2' : 'default',
    defaultAlphabet: isUcs2 ? 'gsm7' : form.code,
    ia5: 'ascii',
    headerOctets,
    shifts,
  });
  // Packed without a count of septets, an @ at the end of eight may be filling.
  return form.code === 'gsm7Packed' && text !== written && `${text}@` === written
    ? written
    : (text ?? '');
}

function elementOf(header: Buffer, wanted: number): number | undefined {
  for (let at = 1; at < header.length; at += 2 + (header[at + 1] ?? 0)) {
    if (header[at] === wanted) return header[at + 2];
  }
  return undefined;
}

/** What the radio will carry, whatever carries it to the operator, who makes a header where TLVs say so. */
function radioOctets(octets: Buffer, form: Form, parts: number): number {
  const place = parts > 1 ? 'several' : 'single';
  const data = octets.subarray(headerOctetsOf(form, place));
  const long = form.long === 'sar' ? 'udh16' : form.long;
  return headerOctetsOf({ ...form, long }, place) + packedOctets(data, form);
}

function packedOctets(data: Buffer, form: Form): number {
  if (form.code === 'ucs2' || form.code === 'gsm7Packed') return data.length;
  if (form.code === 'gsm7') return Math.ceil((data.length * 7) / 8);
  const septets = must(unitsOf(data.toString('latin1'), { ...form, code: 'gsm7' }), 'septets');
  return Math.ceil((septets * 7) / 8);
}

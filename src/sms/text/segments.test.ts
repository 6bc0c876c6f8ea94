import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { must } from '#core/assert.ts';
import { decodeGsm } from './gsm.ts';
import { type Plan, plan } from './plan.ts';
import { encodeParts, type ReferenceBits, splitIntoParts } from './segments.ts';
import { normaliseText } from './text-normal.ts';

const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

function lengths(text: string, alphabet: Plan['alphabet'], referenceBits: ReferenceBits = 8) {
  return splitIntoParts(text, alphabet, referenceBits).map((part) => part.length);
}

suite('a cut leaves whole what belongs together', () => {
  test('an escape and its septet', () => {
    assert.deepEqual(lengths(`${'a'.repeat(152)}€${'b'.repeat(10)}`, 'gsm'), [152, 11]);
    assert.deepEqual(lengths('€'.repeat(153), 'gsm'), [76, 76, 1]);
  });

  test('a surrogate pair', () => {
    assert.deepEqual(lengths('\u{1f600}'.repeat(36), 'ucs2'), [66, 6]);
  });

  test('a grapheme, where there is room in the last part', () => {
    assert.deepEqual(lengths(`${'ж'.repeat(63)}${family}${'ж'.repeat(10)}`, 'ucs2'), [63, 18]);
  });

  test('not a grapheme, where that would cost a part more', () => {
    const text = `${'ж'.repeat(62)}${family}${'ж'.repeat(64)}`;
    assert.deepEqual(lengths(text, 'ucs2'), [67, 67]);
  });

  test('not a grapheme that is longer than a part', () => {
    assert.deepEqual(lengths(`e${'\u0323'.repeat(80)}`, 'ucs2'), [67, 14]);
  });
});

suite('a header tells a phone how to join the parts', () => {
  const header = { reference: 0x04d2 };

  test('with a reference of one octet', () => {
    const parts = encodeParts('a'.repeat(161), 'gsm', { ...header, referenceBits: 8 });
    const heads = parts.map((part) => part.subarray(0, 7).toString('hex'));
    assert.deepEqual(heads, ['050003d2020161', '050003d2020261']);
    assert.deepEqual(
      parts.map((part) => part.length),
      [159, 14],
    );
  });

  test('with a reference of two octets', () => {
    const parts = encodeParts('ж'.repeat(71), 'ucs2', { ...header, referenceBits: 16 });
    const heads = parts.map((part) => part.subarray(0, 9).toString('hex'));
    assert.deepEqual(heads, ['06080404d202010436', '06080404d202020436']);
    assert.deepEqual(
      parts.map((part) => part.length),
      [139, 17],
    );
  });

  test('and one part has none', () => {
    const [part, ...others] = encodeParts('Ok €', 'gsm', { ...header, referenceBits: 8 });
    assert.equal(part?.toString('hex'), '4f6b201b65');
    assert.deepEqual(others, []);
  });
});

test('a text that was not planned in GSM is not sent in GSM', () => {
  assert.throws(
    () => encodeParts('ж', 'gsm', { reference: 1, referenceBits: 8 }),
    /planned in GSM/,
  );
});

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'é', '€', '[', '\n', ' et ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ж', '\u{1f600}', family, 'e\u0323\u0302', '\u{1f1eb}\u{1f1f7}'),
  },
);
const texts = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 220, size: 'max' }),
  fc.array(fc.constantFrom('a', '€', 'Ω'), { minLength: 1, maxLength: 900, size: 'max' }),
);
const references = fc.constantFrom<ReferenceBits>(8, 16);

test('parts joined are the text, each within its room, as many as priced', () => {
  fc.assert(
    fc.property(texts, references, fc.nat(0xffff), (pieces, referenceBits, reference) => {
      const text = normaliseText(pieces.join(''));
      const reply = plan(text, { referenceBits });
      fc.pre(reply.ok);
      const { alphabet, partCount } = reply.plan;
      const parts = encodeParts(text, alphabet, { reference, referenceBits });
      assert.equal(parts.length, partCount);
      const header = parts.length === 1 ? 0 : referenceBits === 8 ? 6 : 7;
      const data = parts.map((part) => part.subarray(header));
      const room = 140 - header;
      for (const part of data) {
        const octets = alphabet === 'gsm' ? Math.ceil((part.length * 7) / 8) : part.length;
        assert.ok(octets <= room, `${octets} octets in a room of ${room}`);
      }
      assert.equal(data.map((part) => decode(part, alphabet)).join(''), text);
      assert.deepEqual(encodeParts(text, alphabet, { reference, referenceBits }), parts);
    }),
    { numRuns: 300 },
  );
});

test('no cut falls into an escape or a surrogate pair', () => {
  fc.assert(
    fc.property(texts, references, (pieces, referenceBits) => {
      const text = normaliseText(pieces.join(''));
      const reply = plan(text, { referenceBits });
      fc.pre(reply.ok);
      const { alphabet } = reply.plan;
      const header = { reference: 7, referenceBits };
      const parts = splitIntoParts(text, alphabet, referenceBits);
      const octets = encodeParts(text, alphabet, header);
      for (const [index, part] of parts.entries()) {
        assert.ok(part.isWellFormed());
        if (alphabet === 'gsm') assert.notEqual(must(octets[index], 'part').at(-1), 0x1b);
      }
    }),
    { numRuns: 300 },
  );
});

function decode(octets: Buffer, alphabet: Plan['alphabet']): string {
  return alphabet === 'gsm'
    ? decodeGsm(octets)
    : new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true }).decode(octets);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWords } from './written-words.ts';

const known = { valued: ['--name', '--price'], switches: ['--json', '--help'] };

function wordsOf(...words: readonly string[]) {
  const reading = readWords(words, known);
  assert.ok(reading.ok);
  return reading.words;
}

test('options stand before, between and behind arguments', () => {
  const { options, positionals } = wordsOf('1', '--name', 'a b', '2', '--json', '--price=3');
  assert.deepEqual(positionals, ['1', '2']);
  assert.deepEqual(
    [...options],
    [
      ['--name', 'a b'],
      ['--json', ''],
      ['--price', '3'],
    ],
  );
});

test('a value that begins with a dash stands behind an equals sign', () => {
  assert.equal(wordsOf('--name=-x').options.get('--name'), '-x');
  assert.deepEqual(readWords(['--name', '-x'], known), {
    ok: false,
    problems: ['--name needs a value (one that begins with a dash: --name=-…)'],
  });
});

test('an empty text is a value', () => {
  assert.equal(wordsOf('--name', '').options.get('--name'), '');
  assert.equal(wordsOf('--name=').options.get('--name'), '');
});

test('behind two dashes everything is an argument', () => {
  assert.deepEqual(wordsOf('1', '--', '-5', '--name').positionals, ['1', '-5', '--name']);
});

test('whatever is written is read or refused in words', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('--name', '--json', '--', '-', '-h', '--name=', '--__proto__', '--=x', '-xyz'),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const reading = readWords(words, known);
      if (!reading.ok) assert.ok(reading.problems.length > 0);
      else
        for (const flag of reading.words.options.keys())
          assert.match(flag, /^--(?:name|price|json|help)$/);
    }),
  );
});

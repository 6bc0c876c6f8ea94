import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { calledPhones } from '#simulator/phones/called-phones.ts';
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import { describeNumber } from '../../dashboard/pages/phones/number-lines.ts';

test('each simulated number says in French what it does', () => {
  for (const each of [...simulatedNumbers, ...calledPhones]) {
    const { text, language } = describeNumber(each, 'fr');
    assert.equal(language, 'fr', each.number);
    assert.match(text, /\.$/);
    assert.deepEqual(describeNumber(each, 'en'), { text: each.description, language: 'en' });
  }
});

for (const [page, language] of [
  ['simulator.md', 'en'],
  ['fr/simulator.md', 'fr'],
] as const) {
  test(`docs/${page} says of each number what the program says`, async () => {
    const file = path.join(import.meta.dirname, '../../docs', page);
    const rows = (await readFile(file, 'utf8')).matchAll(/^\| (\+\d+) +\| (.*?) +\|$/gm);
    const written = new Map([...rows].map(([, number = '', text]) => [number, text]));
    assert.ok(written.size > 40);
    for (const each of simulatedNumbers.filter(({ number }) => written.has(number))) {
      assert.equal(written.get(each.number), describeNumber(each, language).text);
    }
  });
}

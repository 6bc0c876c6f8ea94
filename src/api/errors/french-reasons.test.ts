import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { sentence } from '#api/reply.ts';
import { currencyCode, onOrOff, orNone, wholeNumber } from '#core/value-kind.ts';
import { frenchReason } from './french-reasons.ts';

const source = path.join(import.meta.dirname, '../..');

suite('what is wrong with a field', () => {
  test('is told to French readers in French, whatever the code says of it', async () => {
    const found = await reasonsInCode();
    assert.ok(found.length > 10, `${found.length} are found`);
    assert.deepEqual(
      found.filter((reason) => frenchReason(reason) === reason),
      [],
    );
  });

  test('is told so in the words of kinds of values', () => {
    const told = [currencyCode.form, orNone(wholeNumber(1, 9)).form, onOrOff.form];
    const kept = told.filter((form) => frenchReason(`must be ${form}`).includes('must be'));
    assert.deepEqual(kept, []);
    assert.equal(
      frenchReason(`must be ${orNone(wholeNumber(1, 9)).form}`),
      'il faut un nombre entier de 1 à 9, ou none',
    );
  });

  test('is told in the sentence of the refusal', () => {
    const word = 'field has a wrong value' as const;
    const problem = { word, field: 'days', details: { reason: 'must be at most 9' } };
    assert.equal(sentence(problem, 'en'), 'The field days is not valid: must be at most 9.');
    assert.equal(sentence(problem, 'fr'), 'Le champ days n’est pas valide : il faut au plus 9.');
  });

  test('is told as it is where nobody has written the French', () => {
    assert.equal(
      frenchReason('error:0A00018F: ee key too small'),
      'error:0A00018F: ee key too small',
    );
  });
});

/** Of the endpoints and the guard: every text that stands as one, each placeholder a 7. */
async function reasonsInCode(): Promise<readonly string[]> {
  const files = ['webhooks/management/*.ts', 'core/address-guard.ts'];
  const found = new Set<string>();
  for await (const file of glob(files, { cwd: source })) {
    if (file.endsWith('.test.ts')) continue;
    const text = await readFile(path.join(source, file), 'utf8');
    for (const { groups } of text.matchAll(reasonForm)) {
      found.add((groups?.['reason'] ?? '').replace(/\$\{[^}]*\}/g, '7'));
    }
  }
  return [...found];
}

/** As the second argument of what refuses or checks, as `reason`, or as the end of a schema's line. */
const reasonForm =
  /(?:reason(?:: \w+\.\w+ \?\?|:| =)|refused\(|return|\/[a-z]*,|wrong\('\w+',|refuseValue\('\w+',|notAmount =) ?(?<quote>['`])(?<reason>(?:must|is|has|can|there|this|it|the|more|carries|leads|and|say|choose|takes|cannot|each) ?[^'`]+)\k<quote>/g;

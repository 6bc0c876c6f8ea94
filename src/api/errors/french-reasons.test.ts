import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { sayIssue } from '#api/dashboard/issue-words.ts';
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

  test('is told so of what a schema finds by itself', () => {
    const schema = z.strictObject({
      name: z.string().min(1).max(3),
      code: z.string().min(2),
      days: z.int().min(1).max(9),
      mode: z.enum(['live', 'test']),
      tags: z.array(z.string()).min(2).max(3),
      isOn: z.boolean(),
      more: z.object({}),
      either: z.union([z.literal('a'), z.templateLiteral(['b', z.int()])]),
      mail: z.email(),
    });
    const wrong = [
      {},
      { name: '', code: '', days: 0, mode: 'no', tags: [], isOn: 1, more: 1, either: 1, mail: 'a' },
      { name: 'abcd', code: 1, days: 10, tags: ['a', 'b', 'c', 'd'], other: 1 },
      { name: 1, days: 1.5, tags: 'a' },
    ];
    const reasons = wrong.flatMap((value) => {
      const parsed = schema.safeParse(value, { error: sayIssue });
      return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
    });
    assert.ok(reasons.includes('must be one of: live, test'));
    assert.ok(reasons.includes('has unknown fields: other'));
    for (const reason of reasons) {
      assert.notEqual(frenchReason(reason), reason);
      assert.doesNotMatch(frenchReason(reason), /\b(?:must|has|is|a text|entries)\b/);
    }
  });

  test('is told in the sentence of the refusal', () => {
    const word = 'field has a wrong value' as const;
    const problem = { word, field: 'days', details: { reason: 'must be at most 9' } };
    assert.equal(sentence(problem, 'en'), 'The field days is not right: must be at most 9.');
    assert.equal(sentence(problem, 'fr'), 'Le champ days n’est pas correct : il faut au plus 9.');
  });

  test('is told as it is where nobody has written the French', () => {
    assert.equal(
      frenchReason('error:0A00018F: ee key too small'),
      'error:0A00018F: ee key too small',
    );
  });
});

/** Of the pages, the endpoints and the guard: every text that stands as one, each placeholder a 7. */
async function reasonsInCode(): Promise<readonly string[]> {
  const files = ['api/dashboard/**/*.ts', 'webhooks/management/*.ts', 'core/address-guard.ts'];
  const found = new Set<string>();
  for await (const file of glob(files, { cwd: source })) {
    if (file.endsWith('.test.ts') || file.endsWith('issue-words.ts')) continue;
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

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { MailClass } from '../mail-fact.ts';
import { classify } from './classify.ts';
import type { Refusal } from './refusal.ts';
import { suppressionOf, treat } from './treatment.ts';

type Example = Refusal & { readonly class: MailClass; readonly because: string };

const file = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'smtp-replies.json');
const examples = JSON.parse(readFileSync(file, 'utf8')) as readonly Example[];

suite('a reply is classified', () => {
  for (const { class: expected, because, ...refusal } of examples) {
    test(`${refusal.code} ${refusal.enhanced} ${refusal.text}: ${expected}, ${because}`, () => {
      assert.equal(classify(refusal), expected);
    });
  }

  test('whatever it says, and one about us never suppresses anybody', () => {
    const word = fc.constantFrom(...examples.map(({ text }) => text));
    const refusal = fc.record({
      stage: fc.constantFrom(...examples.map(({ stage }) => stage)),
      code: fc.integer({ min: 400, max: 599 }),
      enhanced: fc.constantFrom('', ...examples.map(({ enhanced }) => enhanced)),
      text: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
      site: fc.constantFrom('', 'google', 'outlook', 'yahoo'),
    });
    fc.assert(
      fc.property(refusal, (said) => {
        const found = classify(said);
        const suppressed = suppressionOf({ class: found, code: said.code }, said.stage);
        const aboutUs = ['our-reputation', 'our-authentication', 'throttled', 'policy', 'content'];
        if (aboutUs.includes(found)) assert.equal(suppressed, undefined);
        if (said.code < 500) assert.notEqual(suppressed, 'hard');
      }),
    );
  });
});

const trouble = (why: MailClass, code: number, more = {}) =>
  treat({ reason: { class: why, code }, attempt: 1, deferredForMs: 0, ...more });

suite('a class leads', () => {
  test('to the end where their refusal is final, and again where it is not', () => {
    assert.deepEqual(trouble('mailbox-unknown', 550), { do: 'end', as: 'bounced' });
    assert.deepEqual(trouble('temporary', 451), { do: 'retry', counted: true });
    assert.deepEqual(trouble('throttled', 421), { do: 'retry', counted: false });
  });

  test('a full mailbox has a day to be emptied, a muddled server three tries', () => {
    assert.deepEqual(trouble('mailbox-full', 552), { do: 'retry', counted: true });
    assert.deepEqual(trouble('mailbox-full', 452, { deferredForMs: 86_400_000 }), {
      do: 'end',
      as: 'bounced',
    });
    assert.deepEqual(trouble('protocol', 500, { attempt: 2 }), { do: 'retry', counted: true });
    assert.deepEqual(trouble('protocol', 500, { attempt: 3 }), { do: 'end', as: 'bounced' });
  });

  test('our reputation is tried again even on a 5xx, our authentication is not', () => {
    assert.deepEqual(trouble('our-reputation', 550), { do: 'retry', counted: true });
    assert.deepEqual(trouble('our-authentication', 550), { do: 'end', as: 'bounced' });
    assert.deepEqual(trouble('our-authentication', 421), { do: 'retry', counted: true });
  });

  test('a relay that wants another password stops the lane, and touches no mail', () => {
    assert.deepEqual(trouble('relay-auth', 535), { do: 'stop lane' });
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Form, readForm, type WrittenForm } from './form.ts';
import { type PlanSettings, plan } from './plan.ts';
import { takesForm } from './takes-form.ts';

const usual: PlanSettings = { longMessages: 'udh8', defaultAlphabet: 'gsm7', nationalTables: [] };

function takes(settings: Partial<PlanSettings>, form: WrittenForm, parts = 1): boolean {
  return takesForm({ ...usual, ...settings }, { form: readForm(form), parts });
}

suite('a form that was chosen for another operator', () => {
  test('is taken where data_coding 0 means the same, in UCS-2 everywhere', () => {
    assert.equal(takes({}, 'gsm7/udh8/00'), true);
    assert.equal(takes({ defaultAlphabet: 'latin1' }, 'gsm7/udh8/00'), false);
    assert.equal(takes({}, 'gsm7Packed/udh8/00'), false);
    assert.equal(takes({ defaultAlphabet: 'ascii' }, 'ucs2/udh8/00'), true);
  });

  test('is taken where its parts are joined alike, headers being alike to phones', () => {
    assert.equal(takes({ longMessages: 'udh16' }, 'gsm7/udh8/00', 2), true);
    assert.equal(takes({}, 'gsm7/udh16/00', 2), true);
    assert.equal(takes({}, 'gsm7/sar/00', 2), false);
    assert.equal(takes({ longMessages: 'sar' }, 'gsm7/sar/00', 2), true);
    assert.equal(takes({ longMessages: 'payload' }, 'ucs2/sar/00', 2), false);
    assert.equal(takes({}, 'gsm7/payload/00', 1), true);
  });

  test('is taken where the network has each of its tables', () => {
    assert.equal(takes({}, 'gsm7/udh8/01'), false);
    assert.equal(takes({ nationalTables: ['turkish'] }, 'gsm7/udh8/01'), true);
    assert.equal(takes({ nationalTables: ['turkish'] }, 'gsm7/udh8/33'), false);
    assert.equal(takes({ nationalTables: ['turkish', 'portuguese'] }, 'gsm7/udh8/33'), true);
  });

  test('is always taken by the operator it was planned for', () => {
    for (const longMessages of ['udh8', 'udh16', 'sar', 'payload'] as const) {
      for (const defaultAlphabet of ['gsm7', 'gsm7Packed', 'latin1', 'ascii'] as const) {
        const settings: PlanSettings = {
          longMessages,
          defaultAlphabet,
          nationalTables: ['turkish', 'spanish', 'portuguese'],
        };
        for (const text of ['a', 'ş'.repeat(100), 'ã'.repeat(300), 'a'.repeat(500), '😀']) {
          const planned = plan(text, { settings });
          assert.ok(planned.ok);
          const { form, parts }: { form: Form; parts: number } = planned.plan;
          assert.equal(takesForm(settings, { form, parts }), true);
        }
      }
    }
  });
});

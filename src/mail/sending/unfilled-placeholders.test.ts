/** Placeholders that recipients would read as they were written. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Variables } from '../message/email-content.ts';
import { unfilledPlaceholders } from './unfilled-placeholders.ts';

const request = { subject: 'Hi', html: '', text: undefined, variables: {}, stream: null };

function going(...all: readonly (Variables | null)[]) {
  return all.map((variables, at) => ({ address: `${at}@a.example`, name: '', variables }));
}

suite('placeholders without a value', () => {
  test('are those that the email or each of its recipients has no value for', () => {
    const html = '#CITY# #name# #CODE|url# #constructor#';
    const written = { ...request, html, variables: { CITY: 'Lyon' } };
    const both = going({ NAME: 'Ann', CODE: '1' }, { NAME: 'Bob' });
    assert.deepEqual(unfilledPlaceholders({ request: written, going: both }), [
      '#CODE|url#',
      '#constructor#',
    ]);
    assert.deepEqual(unfilledPlaceholders({ request: written, going: going(null) }), [
      '#name#',
      '#CODE|url#',
      '#constructor#',
    ]);
  });

  test('stand in the subject and the text as well, also in the form of other services', () => {
    const written = { ...request, subject: 'For #NAME#', text: '{{first name}} {{first name}}' };
    assert.deepEqual(unfilledPlaceholders({ request: written, going: going(null) }), [
      '#NAME#',
      '{{first name}}',
    ]);
  });

  test('are not those that every mail has, nor colours and anchors', () => {
    const html = '<a href="#top" style="color:#336699">#READ_ONLINE#</a> #UNSUBSCRIBE_LINK#';
    const written = { ...request, html, stream: '' };
    assert.deepEqual(unfilledPlaceholders({ request: written, going: going(null) }), []);
    const plain = { ...written, stream: null };
    assert.deepEqual(unfilledPlaceholders({ request: plain, going: going(null) }), [
      '#UNSUBSCRIBE_LINK#',
    ]);
  });

  test('are told up to twenty', () => {
    const html = Array.from({ length: 50 }, (_, at) => `#N${at}#`).join(' ');
    const found = unfilledPlaceholders({ request: { ...request, html }, going: going(null) });
    assert.equal(found.length, 20);
  });
});

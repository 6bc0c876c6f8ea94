import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const flags = ['port', 'host', 'home-country', 'currency'];

test('a slip of the finger finds the word that was meant', () => {
  assert.equal(nearest('prot', flags), 'port');
  assert.equal(nearest('hots', flags), 'host');
  assert.equal(nearest('curency', flags), 'currency');
  assert.equal(nearest('home-contry', flags), 'home-country');
});

test('of two equally near words the earlier one is named', () => {
  assert.equal(nearest('most', ['port', 'host', 'mist']), 'host');
});

test('nothing is near where nothing is known', () => {
  assert.equal(nearest('port', []), undefined);
});

test('a pasted megabyte is compared by its beginning', () => {
  assert.equal(nearest(`currency${'y'.repeat(1_000_000)}`, flags), 'currency');
});

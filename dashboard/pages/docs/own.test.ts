/** What the pages say of every installation becomes the reader's own. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fillOwn, type Own } from './own.ts';

const own: Own = {
  address: 'https://sms.example',
  account: 7,
  testKey: 'test_abc',
  numbers: ['38080', '33755000001'],
  prices: [
    { prefix: '33', price: '0.05' },
    { prefix: '336', price: '0.041500' },
    { prefix: '44', price: '0.02' },
  ],
  currency: 'CHF',
};

test('address, key, numbers, account and price are those of the reader', () => {
  const page = `test_… http://localhost:8080/v1 +33639981000 36180 account set 1 --account 1 "cost": 0.038, "currency": "EUR"`;
  assert.equal(
    fillOwn(page, own),
    'test_abc https://sms.example/v1 +33755000001 38080 account set 7 --account 7 "cost": 0.0415, "currency": "CHF"',
  );
});

test('what the reader has not, or may not know, stays as it is written', () => {
  const page = 'test_… +33639981000 36180 "cost": 0.038, "currency": "EUR" account set 12';
  assert.equal(fillOwn(page, { ...own, testKey: null, numbers: [], prices: [] }), page);
});

test('the pages still write what is filled in', async () => {
  const docs = path.join(import.meta.dirname, '..', '..', '..', 'docs');
  const texts = await Array.fromAsync(glob('*.md', { cwd: docs }), (file) =>
    readFile(path.join(docs, file), 'utf8'),
  );
  for (const written of [
    'http://localhost:8080',
    'test_…',
    '33639981000',
    '36180',
    '"cost": 0.038, "currency": "EUR"',
    '--account 1',
  ]) {
    assert.ok(
      texts.some((text) => text.includes(written)),
      written,
    );
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOctetForm } from './octet-form.ts';

function read(text: string): Readonly<Record<string, string>> {
  const fields = parseOctetForm(text) ?? new Map<string, Buffer>();
  return Object.fromEntries([...fields].map(([name, value]) => [name, value.toString('hex')]));
}

test('fields keep their octets, whatever characters they are', () => {
  assert.deepEqual(read('text=caf%E9&udh=%00%ff&to=%2B33+44'), {
    text: '636166e9',
    udh: '00ff',
    to: '2b3333203434',
  });
});

test('the first of a name counts, and what is no escape stands for itself', () => {
  assert.deepEqual(read('a=1&a=2&b&=3&c=%zz%4'), { a: '31', b: '', c: '257a7a2534' });
});

test('more fields than anybody has to say are not read', () => {
  assert.equal(parseOctetForm('a&'.repeat(2_000)), undefined);
});

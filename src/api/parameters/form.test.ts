import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseForm } from './form.ts';
import type { Values } from './value.ts';

function read(text: string): Values {
  const parsed = parseForm(text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return JSON.parse(JSON.stringify(parsed.values)) as Values;
}

function refusal(text: string): string | undefined {
  const parsed = parseForm(text);
  return parsed.ok ? undefined : parsed.problem.word;
}

suite('a form', () => {
  test('decodes each value once', () => {
    assert.deepEqual(read('a=%2B33+6&b=%252B&c=caf%C3%A9&d=100%&e'), {
      a: '+33 6',
      b: '%2B',
      c: 'café',
      d: '100%',
      e: '',
    });
  });

  test('strips the question marks in front of a name', () => {
    assert.deepEqual(read('?apiKey=K&??b=1&=x&?=y'), { apiKey: 'K', b: '1' });
  });

  test('reads the lists and objects that PHP writes', () => {
    assert.deepEqual(read('a[]=1&a[]=2&b[0]=x&b[1]=y'), { a: ['1', '2'], b: ['x', 'y'] });
    assert.deepEqual(read('params%5Bto%5D%5B0%5D%5Bemail%5D=a%40b&params[to][1][email]=c'), {
      params: { to: [{ email: 'a@b' }, { email: 'c' }] },
    });
  });

  test('takes brackets that make no path for part of the name', () => {
    assert.deepEqual(read('a[=1&b]=2&[c]=3'), { 'a[': '1', 'b]': '2', '[c]': '3' });
  });

  test('refuses a name that stands twice with different values, and only then', () => {
    assert.deepEqual(read('a=1&a=1'), { a: '1' });
    assert.equal(refusal('a=1&a=2'), 'parameter is given twice');
    assert.equal(refusal('a=1&a[b]=2'), 'parameter is given twice');
    assert.equal(refusal('a[b]=1&a=2'), 'parameter is given twice');
  });

  test('refuses bytes that are not UTF-8, but not the sign that means them', () => {
    assert.equal(refusal('a=caf%E9'), 'form is not UTF-8');
    assert.deepEqual(read('a=%EF%BF%BD'), { a: '\ufffd' });
  });

  test('is bounded in parameters and in depth', () => {
    assert.equal(refusal('a&'.repeat(1_001)), 'too many parameters');
    assert.equal(refusal(`a${'[b]'.repeat(40)}=1`), 'nesting is too deep');
  });
});

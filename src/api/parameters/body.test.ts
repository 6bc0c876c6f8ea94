import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBody } from './body.ts';

function read(body: string | Buffer): unknown {
  const { notation, parsed } = parseBody(Buffer.from(body as string));
  const outcome = parsed.ok ? { ...parsed.values } : parsed.problem.word;
  return [notation, outcome];
}

function latin1Xml(encoding: string): Buffer {
  const text = `<?xml version='1.0' encoding='${encoding}'?><r><a>\xe9</a></r>`;
  return Buffer.from(text, 'latin1');
}

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

suite('a body', () => {
  test('is what its first character says', () => {
    assert.deepEqual(read(' \r\n{"a":1}'), ['json', { a: 1 }]);
    assert.deepEqual(read('\t<r><a>1</a></r>'), ['xml', { a: '1' }]);
    assert.deepEqual(read('\na=1\r\n'), ['form', { a: '1' }]);
    assert.deepEqual(read(''), ['form', {}]);
    assert.deepEqual(read(' \n'), ['form', {}]);
  });

  test('may begin with a byte order mark', () => {
    assert.deepEqual(read('\uFEFF{"a":1}'), ['json', { a: 1 }]);
    assert.deepEqual(read('\uFEFFa=1'), ['form', { a: '1' }]);
    assert.deepEqual(read('\uFEFF'), ['form', {}]);
  });

  test('that is an empty list is what PHP makes of no parameters', () => {
    assert.deepEqual(read('[]'), ['json', {}]);
    assert.deepEqual(read('[1]'), ['json', 'body is not an object']);
  });

  test('must be UTF-8, unless XML declares another encoding', () => {
    assert.deepEqual(read(Buffer.from('{"a":"\xe9"}', 'latin1')), [
      'json',
      'body has an unknown encoding',
    ]);
    assert.deepEqual(read(Buffer.from('a=\xe9', 'latin1')), [
      'form',
      'body has an unknown encoding',
    ]);
    assert.deepEqual(read(latin1Xml('ISO-8859-1')), ['xml', { a: 'é' }]);
    assert.deepEqual(read(latin1Xml('UTF-8')), ['xml', 'body has an unknown encoding']);
    assert.deepEqual(read(latin1Xml('klingon')), ['xml', 'body has an unknown encoding']);
  });

  test('that is multipart says so, instead of hiding its parameters', () => {
    assert.deepEqual(read('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--'), [
      'form',
      'body is multipart',
    ]);
  });

  test('is bounded in depth', () => {
    assert.equal((read(deep(32)) as readonly unknown[])[0], 'json');
    assert.deepEqual(read(deep(33)), ['json', 'nesting is too deep']);
    assert.deepEqual(read(`{"a":${'['.repeat(300_000)}`), ['json', 'body is not JSON']);
    const closed = `{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`;
    assert.deepEqual(read(closed), ['json', 'nesting is too deep']);
  });
});

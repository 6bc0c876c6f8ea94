import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readAddresses } from './read-addresses.ts';

suite('pasted addresses', () => {
  test('come a line each, with empty lines between', () => {
    assert.deepEqual(readAddresses('a@b.example\r\n\n  c@d.example '), [
      'a@b.example',
      'c@d.example',
    ]);
  });

  test('come as an export writes them', () => {
    const file = 'address,stream,reason\r\n"a,b@c.example",news,manual\r\n\'=x@y.example,,hard\r\n';
    assert.deepEqual(readAddresses(file), ['a,b@c.example', '=x@y.example']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

test('a fresh setup link names the port and another token each time', async () => {
  await using cli = await openCommandLine();
  const first = await cli.type('setup-link', '--port', '9000');
  const second = await cli.type('setup-link', '--port', '9000');
  assert.match(first.out, /^http:\/\/localhost:9000\/setup#[\w-]{43}\n$/);
  assert.notEqual(first.out, second.out);
});

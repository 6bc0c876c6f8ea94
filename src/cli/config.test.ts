import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

test('parley config shows what is in force, what says it, and no password', async () => {
  await using line = await openCommandLine();
  line.environment = {
    ...line.environment,
    PARLEY_QUEUE_MAX: '5',
    PARLEY_WEBHOOK_PROXY: 'http://us:hunter2@proxy.example:3128',
  };
  const { out } = await line.type('config', '--port', '8081');
  assert.match(out, /^port +8081 +flag$/m);
  assert.match(out, /^queue-max +5 +variable$/m);
  assert.match(out, /^currency +EUR +default$/m);
  assert.match(out, /^webhook-proxy +http:\/\/…@proxy\.example:3128 +variable$/m);
  assert.doesNotMatch(out, /hunter2/);
  const { settings } = (await line.read('config')) as {
    readonly settings: readonly { readonly name: string }[];
  };
  assert.deepEqual(
    settings.find(({ name }) => name === 'webhook-proxy'),
    {
      name: 'webhook-proxy',
      variable: 'PARLEY_WEBHOOK_PROXY',
      value: 'http://…@proxy.example:3128',
      source: 'variable',
      secret: true,
    },
  );
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

suite('parley mail queue', () => {
  test('is empty where nothing waits', async () => {
    await using cli = await openCommandLine();
    assert.deepEqual((await cli.read('mail', 'queue'))['lanes'], []);
  });

  test('shows a lane that is held, limited, and sends again', async () => {
    await using cli = await openCommandLine();
    await cli.read('mail', 'hold', 'direct/google');
    const limited = await cli.read('mail', 'limit', 'direct/google', '--connections', '3');
    assert.deepEqual(limited['limits'], { connections: 3 });
    const [lane] = (await cli.read('mail', 'queue'))['lanes'] as readonly Record<string, unknown>[];
    assert.equal(lane?.['lane'], 'direct/google');
    const [why] = lane['why'] as readonly Record<string, unknown>[];
    assert.equal(why?.['code'], 'held');
    assert.match(JSON.stringify(why['says']), /"held since .*"retenue depuis le /);
    await cli.read('mail', 'resume', 'direct/google');
    const { out } = await cli.type('mail', 'queue');
    assert.match(out, /^direct\/google +0 +0 +0 +-$/m);
    const { audit } = await cli.read('audit', 'list');
    const actions = (audit as readonly { readonly action: string }[]).map(({ action }) => action);
    // The first command of an installation begins the audit's key.
    assert.deepEqual(actions, ['mail.lane', 'mail.lane', 'mail.lane', 'audit.keyed']);
  });

  test('says what a lane is called, and what to limit', async () => {
    await using cli = await openCommandLine();
    assert.match(
      (await cli.type('mail', 'hold', 'nowhere')).err,
      /a queue as listed by "parley mail queue", such as relay or direct\/google/,
    );
    assert.match((await cli.type('mail', 'limit', 'relay')).err, /No limit was given/);
  });
});

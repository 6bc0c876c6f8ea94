/** Every command that writes leaves a row in the audit: each test that types one looks (`audited-writes.ts`). */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { unaudited } from '#test/harness/audited-writes.ts';
import { openCommandLine } from '#test/harness/command-line.ts';
import { commands } from './commands.ts';

suite('the audit of the command line', () => {
  test('each exception is a command that there is', () => {
    const names = new Set(commands.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(unaudited).filter((name) => !names.has(name)),
      [],
    );
  });

  test('what is made to go wrong at the catcher and the inspector names who did it', async () => {
    await using cli = await openCommandLine();
    await cli.type('simulator', 'mails', 'chaos', '--temporary', '5', '--stage', 'data');
    await cli.type('simulator', 'inspector', '--answer', '503');
    await cli.type('simulator', 'webhooks', 'clear');
    const { audit } = (await cli.read('audit', 'list')) as { audit: object[] };
    assert.partialDeepStrictEqual(audit, [
      { action: 'inspector.clear' },
      { action: 'inspector.answer', details: { status: 503 } },
      {
        actor: 'command line',
        action: 'simulator.mail-chaos',
        details: { data: { temporary: 5 }, before: {} },
      },
    ]);
  });
});

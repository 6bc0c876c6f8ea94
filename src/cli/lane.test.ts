import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

suite('parley lane', () => {
  test('stops a lane, shows it, and lets it go', async () => {
    await using cli = await openCommandLine();
    const lane = 'sms/1/0:bulk/17';
    assert.equal((await cli.read('lane', 'pause', lane))['isChanged'], true);
    assert.equal((await cli.read('lane', 'pause', lane))['isChanged'], false);
    const { lanes } = await cli.read('lane', 'list');
    assert.partialDeepStrictEqual(lanes, [{ lane, owed: 0, pause: { actor: 'command line' } }]);
    assert.match((await cli.type('lane', 'list')).out, /sms\/1\/0:bulk\/17 +0 +- +stopped since/);
    assert.match((await cli.type('lane', 'resume', lane)).out, /goes on/);
    assert.match((await cli.type('lane', 'resume', lane)).out, /Nothing changed/);
    assert.deepEqual((await cli.read('lane', 'list'))['lanes'], []);
  });

  test('stops all mails to some servers, and nothing that is no lane', async () => {
    await using cli = await openCommandLine();
    await cli.read('lane', 'pause', 'mail/relay:normal/3');
    assert.partialDeepStrictEqual((await cli.read('mail', 'queue'))['lanes'], [
      { lane: 'relay', why: [{ code: 'held' }] },
    ]);
    assert.match(
      (await cli.type('lane', 'pause', 'sms/1/0')).err,
      /a queue as listed by "parley lane list", such as sms\/3\/0:bulk\/17 or webhook\/9/,
    );
  });

  test('tells what cancelling would do, does it when told to, and stops it', async () => {
    await using cli = await openCommandLine();
    const told = await cli.read('lane', 'cancel', '--tag', 'spring');
    assert.partialDeepStrictEqual(told, { texts: 0, parts: 0, refunds: [] });
    assert.deepEqual((await cli.read('lane', 'tasks'))['tasks'], []);
    const { task } = await cli.read('lane', 'cancel', '--tag', 'spring', '--yes');
    assert.partialDeepStrictEqual((await cli.read('lane', 'tasks'))['tasks'], [
      { id: task, kind: 'cancel', state: 'open', filter: { tag: 'spring' } },
    ]);
    assert.match((await cli.type('lane', 'stop', String(task))).out, /is stopped/);
    assert.match((await cli.type('lane', 'stop', String(task))).err, /or has ended/);
    assert.match((await cli.type('lane', 'tasks')).out, /cancel +tag spring +stopped +0/);
  });

  test('cancels never all that waits, and moves nothing to where nothing goes', async () => {
    await using cli = await openCommandLine();
    assert.match(
      (await cli.type('lane', 'cancel')).err,
      /Select the messages: the whole queue of an installation cannot be selected/,
    );
    assert.match((await cli.type('lane', 'cancel', '--prefix', 'x')).err, /digits/);
    const moved = await cli.type('lane', 'move', 'nobody', '--account', '1');
    assert.match(moved.err, /Operator nobody does not exist/);
  });
});

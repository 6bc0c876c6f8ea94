import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

type Listed = {
  readonly ranges: readonly { readonly prefix: string; readonly reason: string | null }[];
};

suite('parley risk', () => {
  test('lists what is shipped, closes a range with a reason, and opens it again', async () => {
    await using cli = await openCommandLine();
    const shipped = (await cli.read('risk', 'list')) as Listed;
    const ascension = shipped.ranges.find(({ prefix }) => prefix === '247');
    assert.equal(ascension?.reason, null, 'each language has its own words for it');
    const why = 'seen in the bill of May';
    await cli.type('risk', 'add', '+4470', '--reason', why);
    const longer = (await cli.read('risk', 'list')) as Listed;
    assert.equal(longer.ranges.find(({ prefix }) => prefix === '4470')?.reason, why);
    assert.equal(longer.ranges.length, shipped.ranges.length + 1);
    await cli.type('risk', 'remove', '4470');
    assert.deepEqual(await cli.read('risk', 'list'), shipped);
    const again = await cli.type('risk', 'remove', '4470');
    assert.match(again.err, /is not on the list/);
  });

  test('is written into the audit, and refuses what is no range or says nothing', async () => {
    await using cli = await openCommandLine();
    await cli.type('risk', 'add', '4470', '--reason', 'seen');
    await cli.type('risk', 'remove', '4470');
    const audit = JSON.stringify(await cli.read('audit', 'list'));
    assert.match(audit, /call\.risky/);
    assert.match(audit, /call\.not_risky/);
    for (const wrong of [
      ['0033', 'seen'],
      ['', 'seen'],
      ['33x', 'seen'],
      ['33', ' '],
    ] as const) {
      const { err } = await cli.type('risk', 'add', wrong[0], '--reason', wrong[1]);
      assert.notEqual(err, '', wrong.join());
    }
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allRoles } from '#core/role.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

/** A process that holds these leases. */
async function run(line: CommandLine, id: number, names: readonly string[]): Promise<void> {
  await using installation = await line.open();
  const { leases } = installation.storage;
  await leases.renew({
    process: {
      id,
      host: `host${id}`,
      pid: 100 + id,
      version: '1.0.0',
      roles: allRoles,
      startedAtMs: 0,
      draining: false,
    },
    held: [],
    leaseMs: 60_000,
    forgetAfterMs: 60_000,
  });
  await leases.take(id, names, 60_000);
}

suite('parley cluster', () => {
  test('shows processes, what each works on, and what is behind', async () => {
    await using line = await openCommandLine();
    await run(line, 1, ['sms/3/0', 'webhook#0', 'webhook#1']);
    await run(line, 2, ['sms/3/1']);
    line.owePart(3);
    const { code, out } = await line.type('cluster');
    assert.equal(code, 0);
    assert.match(
      out,
      /^1 +host1 +101 +1\.0\.0 +api,sms,mail,webhooks,calls .* sms\/3\/0 webhook \(2 shares\)$/m,
    );
    assert.match(out, /^2 +host2 .* sms\/3\/1$/m);
    assert.match(out, /^segments to operators +1 +\d+ s ago +-$/m);
    assert.match(out, /^webhooks +0 +- +-$/m);
    const { leases, owed } = await line.read('cluster');
    assert.deepEqual((leases as readonly object[])[0], { name: 'sms/3/0', epoch: 1, process: 1 });
    assert.deepEqual((owed as readonly object[])[2], {
      engine: 'webhook',
      jobs: 0,
      lateSeconds: null,
      lateByUsSeconds: null,
      lateByThemSeconds: null,
    });
  });

  test('has a process drain, and take its share again', async () => {
    await using line = await openCommandLine();
    await run(line, 1, []);
    await line.type('cluster', 'drain', '1');
    assert.match((await line.type('cluster')).out, /^1 \(drains\) /m);
    await line.type('cluster', 'resume', '1');
    assert.match((await line.type('cluster')).out, /^1 +host1/m);
    const unknown = await line.type('cluster', 'drain', '7');
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /Process 7 does not exist/);
  });
});

/** The database's first server dies under load, and its synchronous standby takes its place. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { runCluster } from '../../bench/cluster/cluster-run.ts';

/** Where Debian has them; `npm run test:cluster` does the same for longer, and with others. */
const programs = '/usr/lib/postgresql/15/bin';
const skip = existsSync(`${programs}/initdb`) ? false : `there is no ${programs}/initdb`;

test('processes that die and a database that fails over lose nothing', {
  skip,
  timeout: 280_000,
}, async (context) => {
  using folder = temporaryFolder();
  // The servers run as another user.
  chmodSync(folder.path, 0o755);
  const { claims } = await runCluster({
    folder: folder.path,
    programs,
    kills: 2,
    connections: 8,
    binds: 2,
    window: 20,
    lifeMsMax: 500,
    leaseSeconds: 3,
    random: Math.random,
    tell: (sentence) => context.diagnostic(sentence),
  });
  for (const { holds, sentence } of claims) assert.ok(holds, sentence);
});

/**
 * Half of what it can carry, for half an hour, with a fault in each minute: the operator restarts, the endpoint
 * is out, the disk is full, the database crashes, and now and then the program is killed. In the end nothing may be
 * lost, and money must add up. It prints each minute as a row of a table.
 *
 *   npm run soak -- [--minutes 30] [--rate 0] [--connections 64] [--binds 4] [--window 100] [--folder /var/tmp]
 *                   [--database own|postgres://…] [--programs /usr/lib/postgresql/15/bin]
 */
import { chmod, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { conclude } from './crash/conclusion.ts';
import { runSoak } from './soak/soak-run.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '0' },
    connections: { type: 'string', default: '64' },
    binds: { type: 'string', default: '4' },
    window: { type: 'string', default: '100' },
    folder: { type: 'string', default: '/var/tmp' },
    database: { type: 'string', default: '' },
    programs: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
});

// What runs beside it ends with it.
process.once('SIGINT', () => process.exit(130));
const folder = await mkdtemp(path.join(values.folder, 'parley-soak-'));
// A database server of its own runs as another user.
await chmod(folder, 0o755);
const { table, ...conclusion } = await runSoak({
  folder,
  minutes: Number(values.minutes),
  rate: Number(values.rate),
  connections: Number(values.connections),
  binds: Number(values.binds),
  window: Number(values.window),
  database: values.database,
  programs: values.programs,
  tell: (sentence) => void process.stdout.write(`${sentence}\n`),
});
process.stdout.write(`\n${table}\n`);
await conclude(conclusion, folder);

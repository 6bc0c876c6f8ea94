/**
 * Kills, stops and puts to sleep two processes on one PostgreSQL database under load, lets the database fail
 * over to its synchronous standby, and proves that nothing that was answered for is lost:
 *
 *   npm run test:cluster -- [--kills 10] [--connections 32] [--binds 4] [--window 50] [--life-ms 4000]
 *                           [--lease-seconds 5] [--folder /var/tmp] [--programs /usr/lib/postgresql/15/bin]
 */
import { chmod, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCluster } from './cluster/cluster-run.ts';
import { conclude } from './crash/conclusion.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
    binds: { type: 'string', default: '4' },
    window: { type: 'string', default: '50' },
    'life-ms': { type: 'string', default: '4000' },
    'lease-seconds': { type: 'string', default: '5' },
    folder: { type: 'string', default: '/var/tmp' },
    programs: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
});

const folder = await mkdtemp(path.join(values.folder, 'parley-cluster-'));
// The servers run as another user.
await chmod(folder, 0o755);
const conclusion = await runCluster({
  folder,
  programs: values.programs,
  kills: Number(values.kills),
  connections: Number(values.connections),
  binds: Number(values.binds),
  window: Number(values.window),
  lifeMsMax: Number(values['life-ms']),
  leaseSeconds: Number(values['lease-seconds']),
  random: Math.random,
  tell: (sentence) => void process.stdout.write(`${sentence}\n`),
});
await conclude(conclusion, folder);

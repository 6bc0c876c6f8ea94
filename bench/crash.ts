/**
 * Kills Parley under load and proves that nothing it answered for is lost:
 *
 *   npm run test:crash -- [--kills 20] [--connections 64] [--binds 4] [--window 100]
 *                         [--life-ms 1500] [--refuses-every 200] [--folder /var/tmp]
 */
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { conclude } from './crash/conclusion.ts';
import { runCrashes } from './crash/crash-run.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
    binds: { type: 'string', default: '4' },
    window: { type: 'string', default: '100' },
    'life-ms': { type: 'string', default: '1500' },
    'refuses-every': { type: 'string', default: '200' },
    folder: { type: 'string', default: '/var/tmp' },
  },
});

const folder = await mkdtemp(path.join(values.folder, 'parley-crash-'));
const conclusion = await runCrashes({
  folder,
  kills: Number(values.kills),
  connections: Number(values.connections),
  binds: Number(values.binds),
  window: Number(values.window),
  lifeMsMax: Number(values['life-ms']),
  refusesEvery: Number(values['refuses-every']),
  random: Math.random,
  tell: (sentence) => void process.stdout.write(`${sentence}\n`),
});
await conclude(conclusion, folder);

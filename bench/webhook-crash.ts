/**
 * Kills the sender of webhooks under load and proves that each event arrives, whole, in order and signed:
 *
 *   npm run test:webhooks -- [--kills 200] [--connections 32] [--life-ms 800] [--refuses-every 200]
 *                            [--folder /var/tmp]
 */
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { webhookSecret } from '#test/harness/webhook-secret.ts';
import { countOwed, tellOwed } from './crash/claims.ts';
import { Client } from './crash/client.ts';
import { conclude } from './crash/conclusion.ts';
import { everythingArrives, liveFor } from './crash/crash-run.ts';
import { judgeHooks } from './crash/hook-claims.ts';
import { HookNotes } from './crash/hook-notes.ts';
import { Ledger } from './crash/ledger.ts';
import { Operator } from './crash/operator.ts';
import { Receiver } from './crash/receiver.ts';
import { installParley, serveParley } from './parley.ts';
import { freePorts } from './ports.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    connections: { type: 'string', default: '32' },
    'life-ms': { type: 'string', default: '800' },
    'refuses-every': { type: 'string', default: '200' },
    folder: { type: 'string', default: '/var/tmp' },
  },
});

/** Long enough that several are always under way. */
const answerMsMax = 20;
const kills = Number(values.kills);
const lifeMsMax = Number(values['life-ms']);
const tell = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const folder = await mkdtemp(path.join(values.folder, 'parley-webhooks-'));
const ledgerFile = path.join(folder, 'ledger.ndjson');
await using ledger = new Ledger(ledgerFile);
const patience = { answerMsMax: 20, receiptMsMax: 60, waitsEvery: 2 };
await using operator = await Operator.open(ledger, patience);
const refusesEvery = Number(values['refuses-every']);
const notes = new HookNotes();
await using receiver = await Receiver.open(ledger, {
  refusesEvery,
  watch: async (body, headers) => {
    notes.note(body, headers);
    await pause(answerMsMax * Math.random());
  },
});
const installed = await installParley({
  folder,
  smscPort: operator.port,
  hookUrl: receiver.url,
  binds: 2,
  window: 50,
  price: '0.038',
});
notes.secret = webhookSecret(path.join(folder, 'data'), 'report');
const { port } = await freePorts(['port']);
let served = await serveParley(installed, { port });
try {
  const connections = Number(values.connections);
  await using client = new Client({ key: installed.key, connections, port, ledger });
  for (let kill = 1; kill <= kills; kill++) {
    await liveFor(lifeMsMax * Math.random(), ledger);
    await served.program.kill();
    notes.life += 1;
    tell(`kill ${kill}: ${notes.received.size} webhooks came, ${tellOwed(countOwed(ledger))}`);
    served = await serveParley(installed, { port });
  }
  await liveFor(lifeMsMax, ledger);
  await client.finish();
  await everythingArrives(ledger, tell);
} finally {
  await served[Symbol.asyncDispose]();
}
await conclude({ claims: judgeHooks(folder, notes), ledgerFile }, folder);

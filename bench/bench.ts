/**
 * Measures the whole way of a message: client, Parley, operator, receipt, webhook.
 *
 *   npm run bench -- pipeline          Parley alone; --database postgres://… measures it on a server as well
 *   npm run bench -- kannel            Kannel beside it, in turn, and the ratio of the two
 *   npm run bench -- smpp-server       a customer that binds by SMPP beside one that posts, in turn
 *   npm run bench -- inbound           what phones send, in parts, to the webhook
 *   npm run bench -- webhooks          a delivery beside a bare post, and live endpoints beside dead ones
 *   npm run bench -- trouble           operators that go silent, die or throttle, beside a calm run
 *   npm run bench -- campaign          one-time codes beside a campaign of a million that waits
 *   npm run bench -- mail              emails to a server, beside nodemailer and Postfix, in turn
 *   npm run bench -- http              what a request costs our HTTP server, beside a bare node:http
 *   npm run bench -- growth            what 10,000,000 stored messages cost, on each backend
 *   npm run bench -- lists             what pages wait for where 1,000,000 messages are stored
 *   npm run bench -- codec             SMPP PDUs written and read, beside npm smpp where it is installed
 *   npm run bench -- segments          texts planned and cut into parts
 *   npm run bench -- mail-compose      mails written and signed twice, beside nodemailer with one signature
 *   npm run bench -- sip-calls         SIP calls made, answered and hung up, and what is left of them
 *   npm run bench -- voice             calls led on by the whole program, voicemails at once, audio relayed beside rtpengine
 *   npm run bench -- files             through how many files a send, an email and a call pass
 *   npm run bench -- rows              rows, index entries, jobs, commits and octets that one message writes
 *   npm run bench -- guard             CPU, memory, rows and index entries of a message beside those in guard.json
 *   npm run bench -- scaling           the tables of docs/scaling.md, simulated from measured costs
 *   npm run bench -- pair              CPU of a message beside the build of another checkout, in turns (--beside)
 *   npm run bench -- profile           where Parley's main thread spends its time
 */
import { runCampaign } from './campaign.ts';
import { runCodec } from './codec.ts';
import { runGrowth } from './growth.ts';
import { runGuard } from './guard.ts';
import { runHttp } from './http.ts';
import { runInbound } from './inbound.ts';
import { runKannel } from './kannel.ts';
import { runLists } from './lists.ts';
import { runMail } from './mail.ts';
import { runMailCompose } from './mail-compose.ts';
import { type BenchOptions, optionsHelp, readOptions } from './options.ts';
import { runPair } from './pair.ts';
import { runPassedFiles } from './passed-files.ts';
import { buildPeers, findPeersObstacle } from './peers.ts';
import { runPipeline } from './pipeline.ts';
import { runProfile } from './profile.ts';
import { runRows } from './rows.ts';
import { runScaling } from './scaling.ts';
import { runSegments } from './segments.ts';
import { runSipCalls } from './sip-calls.ts';
import { runSmppServer } from './smpp-server.ts';
import { runTrouble } from './trouble.ts';
import { runVoice } from './voice.ts';
import { runWebhooks } from './webhooks.ts';

/** Each answers whether what it measured was in order. */
const benches = new Map<string, (options: BenchOptions) => Promise<boolean>>([
  ['pipeline', runPipeline],
  ['kannel', runKannel],
  ['smpp-server', runSmppServer],
  ['inbound', runInbound],
  ['campaign', runCampaign],
  ['mail', runMail],
  ['growth', runGrowth],
  ['pair', runPair],
  ['profile', runProfile],
]);

/** What needs no peers. */
const smallBenches = new Map<string, (options: BenchOptions) => Promise<boolean>>([
  ['http', runHttp],
  ['codec', runCodec],
  ['segments', runSegments],
  ['lists', runLists],
  ['files', runPassedFiles],
  ['rows', runRows],
  ['guard', runGuard],
  ['scaling', runScaling],
  ['webhooks', runWebhooks],
  ['trouble', runTrouble],
  ['mail-compose', runMailCompose],
  ['sip-calls', runSipCalls],
  ['voice', runVoice],
]);

process.exitCode = await run(process.argv.slice(2));

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const small = smallBenches.get(name);
  const bench = benches.get(name) ?? small;
  if (bench === undefined) return misused(`There is no bench "${name}"`);
  let options: BenchOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
  if (small !== undefined) return (await small(options)) ? 0 : 1;
  const obstacle = findPeersObstacle();
  if (obstacle !== undefined) {
    process.stderr.write(`Nothing can be measured here: ${obstacle}.\n`);
    return 2;
  }
  buildPeers();
  return (await bench(options)) ? 0 : 1;
}

function misused(problem: string): number {
  const names = [...benches.keys(), ...smallBenches.keys()].join(' | ');
  process.stderr.write(`${problem}.\nnpm run bench -- ${names}, with any of\n${optionsHelp}\n`);
  return 2;
}

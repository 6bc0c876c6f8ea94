/**
 * `campaign`: one-time codes beside a campaign that its operator takes hours for. Codes are sent alone,
 * then while the campaign is accepted, then while it waits, and must leave as soon in all three.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BenchDatabase, makeBenchDatabase } from './database.ts';
import type { BenchOptions } from './options.ts';
import { installParley, type Place, serveParley } from './parley.ts';
import { type LoadReport, Peers } from './peers.ts';
import { peakMegabytes, processTree, residentMegabytes } from './process-figures.ts';
import { awaitWebhooks, type Journey, type Range, readJourney } from './stamps.ts';

/** From the answer to the submit. */
const askedP99Ms = 250;
const recipientsOfRequest = 500;
/** Of the client that posts the campaign. */
const campaignConnections = 8;
const codeConnections = 4;
const aloneSeconds = 10;
/** Codes go in rounds of so long until the campaign is accepted, at most so many. */
const roundSeconds = 5;
const roundsMax = 240;
const quietMs = 8_000;

type Scene = {
  readonly options: BenchOptions;
  readonly peers: Peers;
  readonly place: Place;
  readonly database: BenchDatabase | undefined;
  readonly key: string;
  readonly port: number;
  readonly pids: () => readonly number[];
};

export async function runCampaign(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-campaign-'));
  try {
    await using stack = new AsyncDisposableStack();
    const { recipients, codesPerSecond, seconds, window, operatorRate } = options;
    const codes = codesPerSecond * (aloneSeconds + roundSeconds * roundsMax + seconds);
    const peers = stack.use(await Peers.start(folder, recipients + codes, options));
    const database =
      options.database === '' ? undefined : stack.use(await makeBenchDatabase(options.database));
    const place = { folder, database: database?.address };
    const hookUrl = `http://127.0.0.1:${peers.sinkPort}/hook`;
    const link = { smscPort: peers.smscPort, hookUrl, binds: 1, window, operatorRate };
    const { key } = await installParley({ ...place, ...link, price: '0.038' });
    const { program, port } = stack.use(await serveParley(place));
    const pids = () => processTree(program.pid);
    return await measure({ options, peers, place, database, key, port, pids });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(scene: Scene): Promise<boolean> {
  const { options, peers, pids } = scene;
  const { recipients, codesPerSecond, seconds } = options;
  const codes = new Codes(recipients);
  const alone = await sendCodes(codes.take(codesPerSecond * aloneSeconds), scene);
  const before = residentMegabytes(pids());
  const startedAt = performance.now();
  const posted = postCampaign(scene);
  const during = await sendCodesUntil(posted, codes, scene);
  const report = await posted;
  const acceptedInS = (performance.now() - startedAt) / 1_000;
  const after = residentMegabytes(pids());
  const waiting = await countWaiting(scene);
  const beside = await sendCodes(codes.take(codesPerSecond * seconds), scene);
  const left = await countWaiting(scene);
  const campaign = readJourney(peers.table, { start: 0, n: recipients });
  process.stdout.write(
    [
      codesLine('codes alone', alone),
      codesLine('codes while it is accepted', during),
      codesLine('codes while it waits', beside),
      campaignLine(report, acceptedInS),
      `rows waiting: ${waiting} once it was accepted, ${left} at the end; ${campaign.submitted} submitted, ${campaign.submittedAgain} twice`,
      `memory: ${Math.round(before)} MB before it, ${Math.round(after)} MB once it was accepted, ${Math.round(residentMegabytes(pids()))} MB at the end, ${Math.round(peakMegabytes(pids()))} MB at most`,
      '',
    ].join('\n'),
  );
  const told = [alone, during, beside].every(isInOrder);
  const isPrompt = [during, beside].every(
    ({ acceptToSubmit }) => acceptToSubmit.p99Ms < askedP99Ms,
  );
  const verdict = isPrompt ? 'yes' : 'NO ';
  process.stdout.write(`${verdict}  asked: a code leaves within ${askedP99Ms} ms (p99)\n`);
  return told && isPrompt && report.refused === 0 && campaign.submittedAgain === 0;
}

/** Which records of the table codes have used: those behind the campaign's. */
class Codes {
  readonly first: number;
  #next: number;

  constructor(first: number) {
    this.first = first;
    this.#next = first;
  }

  take(n: number): Range {
    const start = this.#next;
    this.#next += n;
    return { start, n };
  }
}

async function postCampaign({ options, peers, port, key }: Scene): Promise<LoadReport> {
  const message = 'Our spring sale begins on Monday: everything for the garden is a third off.';
  const body = JSON.stringify({ apiKey: key, phoneNumbers: '{phone}', message });
  return peers.load({
    range: { start: 0, n: options.recipients },
    recipients: recipientsOfRequest,
    connections: campaignConnections,
    rate: 0,
    request: ['--port', port, '--path', '/v1/send', '--body', body],
  });
}

async function sendCodesUntil(
  ended: Promise<unknown>,
  codes: Codes,
  scene: Scene,
): Promise<Journey> {
  const n = scene.options.codesPerSecond * roundSeconds;
  const posted = new AbortController();
  const stop = (): void => posted.abort();
  ended.then(stop, stop);
  const first = codes.take(0).start;
  let count = 0;
  for (let round = 0; round < roundsMax && !posted.signal.aborted; round++, count += n) {
    await postCodes(codes.take(n), scene);
  }
  const range = { start: first, n: count };
  await awaitWebhooks(scene.peers.table, range, quietMs);
  return readJourney(scene.peers.table, range);
}

async function sendCodes(range: Range, scene: Scene): Promise<Journey> {
  await postCodes(range, scene);
  await awaitWebhooks(scene.peers.table, range, quietMs);
  return readJourney(scene.peers.table, range);
}

async function postCodes(range: Range, { options, peers, port, key }: Scene): Promise<void> {
  const message = 'Your code is 471108. It is good for ten minutes.';
  const body = JSON.stringify({
    apiKey: key,
    phoneNumbers: '+{phone}',
    message,
    validity: 600,
  });
  await peers.load({
    range,
    connections: codeConnections,
    rate: options.codesPerSecond,
    request: ['--port', port, '--path', '/v1/send', '--body', body],
  });
}

const waitingQuery = `SELECT COUNT(*) AS waiting FROM job WHERE lane LIKE 'sms/%'`;

async function countWaiting({ place, database }: Scene): Promise<number> {
  if (database !== undefined) {
    const [row] = await database.run<{ waiting: string }>(waitingQuery);
    return Number(row?.waiting);
  }
  const file = path.join(place.folder, 'data', 'parley.db');
  const db = new DatabaseSync(file, { readOnly: true, timeout: 60_000 });
  try {
    return Number(db.prepare(waitingQuery).get()?.['waiting']);
  } finally {
    db.close();
  }
}

function isInOrder({ lost, submittedAgain }: Journey): boolean {
  return lost === 0 && submittedAgain === 0;
}

function codesLine(title: string, journey: Journey): string {
  const { accepted, lost, submittedAgain, accept, acceptToSubmit: submit } = journey;
  return [
    `${title}:`.padEnd(28),
    `${accepted} accepted in p50 ${accept.p50Ms}, p99 ${accept.p99Ms} ms; `,
    `submitted p50 ${submit.p50Ms}, p99 ${submit.p99Ms}, at most ${submit.maxMs} ms later; `,
    `${lost} lost, ${submittedAgain} twice`,
  ].join('');
}

function campaignLine({ accepted, refused }: LoadReport, seconds: number): string {
  const rate = Math.round((accepted * recipientsOfRequest) / seconds);
  return `campaign: ${accepted} requests accepted in ${seconds.toFixed(1)} s, ${rate} recipients/s; ${refused} refused`;
}

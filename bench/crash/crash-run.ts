/** Kills Parley again and again under load, lets it finish, and asks what became of every message. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Installed, installParley, readLedger, serveParley } from '../parley.ts';
import { freePorts } from '../ports.ts';
import { countOwed, judge, type Owed, tellOwed } from './claims.ts';
import { Client } from './client.ts';
import type { Conclusion } from './conclusion.ts';
import { Ledger } from './ledger.ts';
import { Operator } from './operator.ts';
import { Receiver } from './receiver.ts';

export type CrashPlan = {
  readonly folder: string;
  readonly kills: number;
  readonly connections: number;
  readonly binds: number;
  readonly window: number;
  /** A kill comes within so long after the first message of a run is accepted. */
  readonly lifeMsMax: number;
  /** One webhook in so many is refused at first; 0 is none. */
  readonly refusesEvery: number;
  /** Below 1. */
  readonly random: () => number;
  readonly tell: (sentence: string) => void;
};

/** In millionths, of each message. */
export const price = 38_000;
export const patience = { answerMsMax: 40, receiptMsMax: 80 };
const firstAnswerMs = 30_000;
/** Nothing more comes after such a silence, and nothing is waited for longer than the other. */
const quietMs = 1_500;
const stuckMs = 45_000;
const lookEveryMs = 10;

export async function runCrashes(plan: CrashPlan): Promise<Conclusion> {
  const { folder, binds, window, refusesEvery, random } = plan;
  await mkdir(folder, { recursive: true });
  const ledgerFile = path.join(folder, 'ledger.ndjson');
  await using ledger = new Ledger(ledgerFile);
  await using operator = await Operator.open(ledger, patience, random);
  await using receiver = await Receiver.open(ledger, { refusesEvery });
  const installed = await installParley({
    folder,
    smscPort: operator.port,
    hookUrl: receiver.url,
    binds,
    window,
    price: String(price / 1_000_000),
  });
  await liveAndDie(installed, ledger, plan);
  const money = await readLedger(installed);
  return { claims: judge({ ledger, money, price, binds, window }), ledgerFile };
}

async function liveAndDie(installed: Installed, ledger: Ledger, plan: CrashPlan): Promise<void> {
  // The same port each time, as behind a service manager.
  const { port } = await freePorts(['port']);
  const { connections, kills, tell } = plan;
  let served = await serveParley(installed, { port });
  try {
    await using client = new Client({ key: installed.key, connections, port, ledger });
    for (let kill = 1; kill <= kills; kill++) {
      await liveFor(plan.lifeMsMax * plan.random(), ledger);
      await served.program.kill();
      ledger.kill();
      tell(`kill ${kill}: ${ledger.accepted.size} accepted, ${tellOwed(countOwed(ledger))}`);
      served = await serveParley(installed, { port });
    }
    await liveFor(plan.lifeMsMax, ledger);
    await client.finish();
    await everythingArrives(ledger, tell);
  } finally {
    await served[Symbol.asyncDispose]();
  }
}

/** Counted from the first answer, so that there is something to interrupt. */
export async function liveFor(lifeMs: number, ledger: Ledger): Promise<void> {
  const acceptedBefore = ledger.accepted.size;
  const giveUpAt = performance.now() + firstAnswerMs;
  while (ledger.accepted.size === acceptedBefore) {
    if (performance.now() > giveUpAt) throw new Error('Nothing is accepted after a start');
    await pause(lookEveryMs);
  }
  await pause(lifeMs);
}

export async function everythingArrives(ledger: Ledger, tell: CrashPlan['tell']): Promise<void> {
  let facts = ledger.facts;
  let lastAt = performance.now();
  for (;;) {
    await pause(lookEveryMs);
    const silentMs = performance.now() - lastAt;
    if (ledger.facts > facts) {
      facts = ledger.facts;
      lastAt = performance.now();
    } else if (silentMs > quietMs && isEmpty(countOwed(ledger))) {
      return;
    } else if (silentMs > stuckMs) {
      return tell(`nothing has come for ${stuckMs / 1_000} s: ${tellOwed(countOwed(ledger))}`);
    }
  }
}

function isEmpty({ submits, receipts, webhooks }: Owed): boolean {
  return submits + receipts + webhooks === 0;
}

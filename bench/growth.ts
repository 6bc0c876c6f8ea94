/**
 * `growth`: what a full installation costs. The same database is grown from size to size by statements
 * of its own, and at each size accepts, look-ups of a status and looks for owed work are timed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs, money, phone } from '#test/harness/records.ts';
import { type Filled, fill, openers } from './filled-storage.ts';
import type { BenchOptions } from './options.ts';
import { at, p99, times } from './spans.ts';

type Size = {
  readonly stored: number;
  readonly acceptedPerSecond: number;
  readonly statusP99Ms: number;
  readonly laneP99Ms: number;
};

/** At the largest size, against the smallest. */
const shareMin = 0.8;
const acceptsMeasured = 6_400;
const acceptsAtOnce = 64;
/** The median counts. */
const acceptRounds = 5;
const lookUps = 2_000;
const laneLooks = 200;
const lanes = 100;
/** New messages get ids past all that are filled in. */
const firstNewId = 1_000_000_000;

export async function runGrowth(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-growth-'));
  try {
    const held: boolean[] = [];
    for (const open of openers(folder, options)) {
      await using grown = await open();
      held.push(await growAll(grown, options));
    }
    return held.every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function growAll(grown: Filled, { sizes }: BenchOptions): Promise<boolean> {
  const { storage } = grown;
  const account = await storage.accounts.createAccount(
    {
      name: 'bench',
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(9e14),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'bench',
  );
  const ids = { next: firstNewId };
  // The first accepts of a process are slower than all that follow.
  await accept({ storage, account, ids });
  const measured: Size[] = [];
  let stored = 0;
  for (const size of sizes) {
    await fill(grown, account.id, { from: stored + 1, to: size });
    stored = size;
    measured.push(await measureSize({ storage, account, ids }, stored));
    process.stdout.write(`${sizeLine(grown.name, must(measured.at(-1), 'size'), measured[0])}\n`);
  }
  const [first, last] = [must(measured[0], 'size'), must(measured.at(-1), 'size')];
  return last.acceptedPerSecond >= shareMin * first.acceptedPerSecond;
}

function sizeLine(name: string, size: Size, smallest: Size = size): string {
  const share = size.acceptedPerSecond / smallest.acceptedPerSecond;
  return [
    name.padEnd(11),
    `${size.stored.toLocaleString('en')} stored:`.padStart(20),
    `${size.acceptedPerSecond} accepted/s (${Math.round(share * 100)} % of the smallest)`,
    `status p99 ${size.statusP99Ms} ms`,
    `lanes p99 ${size.laneP99Ms} ms`,
  ].join('  ');
}

type Scene = {
  readonly storage: Storage;
  readonly account: Account;
  readonly ids: { next: number };
};

async function measureSize(scene: Scene, stored: number): Promise<Size> {
  const { storage, account } = scene;
  const acceptMs = await times(acceptRounds, () => accept(scene));
  const statusMs = await times(lookUps, () => {
    const id = 1 + Math.floor(Math.random() * stored);
    return storage.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      id,
      phone(`3361${1_000_000 + id}`),
    );
  });
  const laneMs = await times(laneLooks, async (look) => {
    await storage.jobs.lanesWithWork('sms', atMs);
    await storage.messages.dueParts({ lane: laneOf(look), nowMs: atMs, limit: 64 });
  });
  return {
    stored,
    acceptedPerSecond: Math.round((acceptsMeasured / at(acceptMs, 0.5)) * 1_000),
    statusP99Ms: p99(statusMs),
    laneP99Ms: p99(laneMs),
  };
}

/** Two calls at a time, as a busy server has them. */
async function accept({ storage, account, ids }: Scene): Promise<void> {
  const rounds = acceptsMeasured / acceptsAtOnce / 2;
  const one = async (): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const items = Array.from({ length: acceptsAtOnce }, () => {
        const id = ids.next++;
        return anAcceptance(account, id, { job: { lane: laneOf(id) } });
      });
      await storage.messages.acceptMessages(items);
    }
  };
  await Promise.all([one(), one()]);
}

function laneOf(id: number): string {
  return `sms/1/0:normal/${id % lanes}`;
}

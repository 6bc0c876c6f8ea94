/**
 * `growth`: what a full installation costs. A database of each size stands open beside the others, filled by statements
 * of its own, and accepts, look-ups of a status and looks for owed work are timed on all of them in turns.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs, money, phone } from '#test/harness/records.ts';
import { medianOf } from './counts/median.ts';
import { type Filled, fill, openers } from './filled-storage.ts';
import type { BenchOptions } from './options.ts';
import { p99, times } from './spans.ts';

/** At the largest size, against the smallest: the median of the rounds. */
const shareMin = 0.9;
const acceptsMeasured = 6_400;
const acceptsAtOnce = 64;
/** The first accepts of a process are slower than all that follow. */
const warmUpRounds = 5;
const acceptRounds = 15;
const lookUps = 2_000;
const laneLooks = 200;
const lanes = 100;
/** New messages get ids past all that are filled in. */
const firstNewId = 1_000_000_000;

/** A database with so many messages. */
type Scene = {
  readonly name: string;
  readonly stored: number;
  readonly storage: Storage;
  readonly account: Account;
  readonly ids: { next: number };
};

export async function runGrowth(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-growth-'));
  try {
    const held: boolean[] = [];
    for (const [backend] of openers(folder, options).entries()) {
      held.push(await measureBackend(folder, { options, backend }));
    }
    return held.every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureBackend(
  folder: string,
  { options, backend }: { readonly options: BenchOptions; readonly backend: number },
): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const scenes: Scene[] = [];
  for (const size of options.sizes) {
    const own = path.join(folder, String(size));
    await mkdir(own, { recursive: true });
    const open = must(openers(own, options)[backend], 'backend');
    scenes.push(await grownTo(size, stack.use(await open())));
  }
  for (const scene of scenes) await times(warmUpRounds, () => accept(scene));
  const rounds: (readonly number[])[] = [];
  await times(acceptRounds, async () => rounds.push(await inTurns(scenes)));
  const shares = scenes.map((_, at) => medianOf(rounds.map((ms) => shareOf(ms, at))));
  for (const [at, scene] of scenes.entries()) {
    const perSecond = (acceptsMeasured * 1_000) / medianOf(rounds.map((ms) => must(ms[at], 'ms')));
    const share = must(shares[at], 'share');
    process.stdout.write(`${await sizeLine(scene, Math.round(perSecond), share)}\n`);
  }
  return must(shares.at(-1), 'size') >= shareMin;
}

async function grownTo(stored: number, grown: Filled): Promise<Scene> {
  const { name, storage } = grown;
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
  await fill(grown, account.id, { from: 1, to: stored });
  return { name, stored, storage, account, ids: { next: firstNewId } };
}

/** One round on each, in milliseconds. */
async function inTurns(scenes: readonly Scene[]): Promise<readonly number[]> {
  return times(scenes.length, (at) => accept(must(scenes[at], 'size')));
}

/** Of the rate at the smallest size in the same round. */
function shareOf(roundsMs: readonly number[], at: number): number {
  return must(roundsMs[0], 'smallest') / must(roundsMs[at], 'size');
}

async function sizeLine(scene: Scene, perSecond: number, share: number): Promise<string> {
  const { name, stored } = scene;
  return [
    name.padEnd(11),
    `${stored.toLocaleString('en')} stored:`.padStart(20),
    `${perSecond} accepted/s (${Math.round(share * 100)} % of the smallest)`,
    `status p99 ${await statusP99Ms(scene)} ms`,
    `lanes p99 ${await laneP99Ms(scene)} ms`,
  ].join('  ');
}

async function statusP99Ms({ storage, account, stored }: Scene): Promise<number> {
  const spans = await times(lookUps, () => {
    const id = 1 + Math.floor(Math.random() * stored);
    const of = { accountId: account.id, mode: 'live' } as const;
    return storage.messages.findStatus(of, id, phone(`3361${1_000_000 + id}`));
  });
  return p99(spans);
}

async function laneP99Ms({ storage }: Scene): Promise<number> {
  const spans = await times(laneLooks, async (look) => {
    await storage.jobs.lanesWithWork('sms', atMs);
    await storage.messages.dueParts({ lane: laneOf(look), nowMs: atMs, limit: 64 });
  });
  return p99(spans);
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

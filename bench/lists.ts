/**
 * `lists`: how soon pages have their lists and searches their answers, where a million messages are stored.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { noBrowser } from '#test/harness/chromium.ts';
import { atMs, money, phone } from '#test/harness/records.ts';
import { fillLists } from './filled-lists.ts';
import { type Filled, fill, openers } from './filled-storage.ts';
import { measurePages } from './list-pages.ts';
import type { BenchOptions } from './options.ts';
import { at, p99, times } from './spans.ts';

const stored = 1_000_000;
const looks = 100;
const pageRows = 50;
const newest = { beforeId: Number.MAX_SAFE_INTEGER, limit: pageRows };
/** What a person waits for without noticing. */
const listMsMax = 200;
const searchMsMax = 100;

export async function runLists(options: BenchOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(options.folder, 'parley-lists-'));
  try {
    const held: boolean[] = [];
    for (const open of openers(folder, options)) {
      await using filled = await open();
      held.push(await measure(filled));
    }
    // The first was the folder, in which the account is the first one.
    if (noBrowser === false) held.push(await measurePages(folder, 1));
    return held.every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Look = {
  readonly name: string;
  readonly msMax: number;
  readonly look: (index: number) => Promise<unknown>;
};

async function measure(filled: Filled): Promise<boolean> {
  const { name: backend, storage } = filled;
  const { id: accountId } = await storage.accounts.createAccount(
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
  await fill(filled, accountId, { from: 1, to: stored });
  await fillLists(filled, accountId);
  const held: boolean[] = [];
  for (const { name, msMax, look } of looksAt(filled, accountId)) {
    // The first compiles and reads what others find in memory.
    await look(0);
    const spansMs = await times(looks, look);
    const worst = p99(spansMs);
    held.push(worst < msMax);
    const figures = `p50 ${at(spansMs, 0.5).toFixed(1)} ms  p99 ${worst.toFixed(1)} ms`;
    process.stdout.write(
      `${backend.padEnd(11)} ${name.padEnd(34)} ${figures}  (at most ${msMax})\n`,
    );
  }
  return held.every(Boolean);
}

const some = (): number => 1 + Math.floor(Math.random() * stored);

const list = (name: string, look: Look['look']): Look => ({ name, msMax: listMsMax, look });

const search = (name: string, look: Look['look']): Look => ({ name, msMax: searchMsMax, look });

function looksAt({ storage }: Filled, accountId: number): readonly Look[] {
  const { messages: records, webhooks: endpoints, inbound: replyRecords, stops } = storage;
  const query = { accountId, ...newest };
  return [
    list('messages, the newest', () => records.listRecords(query)),
    list('messages, from the middle', () =>
      records.listRecords({ ...query, beforeId: some() * 512 }),
    ),
    list('messages not delivered, none are', () =>
      records.listRecords({ ...query, states: ['not delivered'] }),
    ),
    list('messages with a tag, none has it', () => records.listRecords({ ...query, tag: 'none' })),
    list('messages, the oldest', () => records.listRecords({ ...query, afterId: 0 })),
    list('messages of a time, none is then', () =>
      records.listRecords({ ...query, fromMs: atMs - 2, untilMs: atMs - 1 }),
    ),
    list('messages to phones that begin so', () =>
      records.listRecords({ ...query, begins: { phone: '99' } }),
    ),
    list('how many messages there are', () => records.totalRecords({ accountId })),
    list('how many messages begin so', () =>
      records.totalRecords({ accountId, begins: { phone: '3361' } }),
    ),
    list('the audit, nobody is called so', () =>
      storage.audit.auditRecords({ ...newest, accountId, actor: 'nobody' }),
    ),
    list('calls, the newest', () => storage.calls.callRecords(query)),
    list('conversations', () => replyRecords.listThreads(query)),
    list('the STOP list', () => stops.stopPage(accountId, newest)),
    search('a message by its id', () => records.recipientRecords(accountId, some())),
    search('messages to a phone', () =>
      records.listRecords({ ...query, phone: phone(`3361${1_000_000 + some()}`) }),
    ),
    search('an event by its id', () => endpoints.findEvent(accountId, some())),
    search('one message with all its facts', async () => {
      const [record] = await records.recipientRecords(accountId, some());
      return record && records.recipientFacts(accountId, record.id);
    }),
  ];
}

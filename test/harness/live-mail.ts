/** The whole program as it sends live mail: a proved domain, a price, a key, and a name server that knows recipients' servers. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Account } from '#accounts/account.ts';
import { createKey } from '#accounts/keys/new-key.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import type { DomainName } from '#core/email-address.ts';
import { openLog } from '#core/log.ts';
import type { Millionths } from '#core/money.ts';
import { addDomain } from '#mail/domains/domain-service.ts';
import type { Storage } from '#storage/storage.ts';
import { openAuditKey } from '../../src/app/audit-key.ts';
import { openSealer } from '../../src/app/master-keys.ts';
import { openStorage } from '../../src/app/storage.ts';
import { readConfig } from '../../src/config.ts';
import { NameServer, type Zone } from './name-server.ts';
import { type Answered, type OpenedApp, openApp } from './open-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type LiveMail = AsyncDisposable & {
  readonly app: OpenedApp;
  readonly dns: NameServer;
  /** As the command line has it open beside the server. */
  readonly beside: Storage;
  /** Of an account with money and the domain acme.example, whose bounces come back here. */
  readonly liveKey: string;
  /** Posts an email from news@acme.example with what is given over it. */
  send(over: object): Promise<Answered>;
  /** Sends one to this address alone, and answers the id of its mail. */
  sendTo(address: string, over?: object): Promise<number>;
  row(sql: string): Row;
  /** Once the mail's state is one of these. */
  until(mailId: number, ...states: readonly string[]): Promise<MailSeen>;
  /** Closes the program, and leaves its folder as it is. */
  stop(): Promise<void>;
};

type Row = Readonly<Record<string, string | number | null>>;

export type MailSeen = { readonly state: string; readonly class: string; readonly reason: string };

export type LiveMailOptions = {
  readonly zone?: Zone;
  /** Where all servers of recipients listen. */
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
};

/** Mode `direct`, with loopback allowed, unless the settings say otherwise. */
export async function openLiveMail(options: LiveMailOptions = {}): Promise<LiveMail> {
  const { zone = {}, port = 1, settings = {} } = options;
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder()).path;
  const dns = stack.use(await NameServer.open(zone));
  await makeInstallation(folder);
  const beside = stack.use(await openBeside(folder));
  const liveKey = await prepare(beside, folder);
  const app = await openApp(
    {
      PARLEY_MAIL_MODE: 'direct',
      PARLEY_DNS: dns.address,
      PARLEY_MAIL_DIRECT_PORT: String(port),
      PARLEY_MAIL_ALLOW: '127.0.0.0/8',
      PARLEY_MAIL_HELLO: 'out.acme.example',
      ...settings,
    },
    folder,
  );
  stack.use(app);
  const row = (sql: string): Row => {
    using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
    return { ...(db.prepare(sql).get() as Row | undefined) };
  };
  const send = (over: object): Promise<Answered> =>
    app.post('/mail/v1/send', { apiKey: liveKey, ...usual, ...over });
  const opened = stack.move();
  return {
    app,
    dns,
    beside,
    liveKey,
    row,
    send,
    async sendTo(address, over = {}) {
      const sent = await send({ to: [{ email: address }], ...over });
      assert.equal(sent.status, 200, JSON.stringify(sent.json));
      return Number(sent.json['messageId']) * 512;
    },
    async until(mailId, ...states) {
      for (;;) {
        const seen = seenOf(row, mailId);
        if (states.includes(seen.state)) return seen;
        await systemClock.sleep(20);
      }
    },
    stop: async () => app[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const usual = {
  subject: 'Hello',
  htmlContent: '<p>Hello</p>',
  from: { email: 'news@acme.example' },
  to: [{ email: 'zoe@client.example' }],
};

function seenOf(row: LiveMail['row'], mailId: number): MailSeen {
  const mail = row(`SELECT state, class FROM mail WHERE id = ${mailId}`);
  const fact = row(
    `SELECT detail FROM mail_fact WHERE mail_id = ${mailId} AND detail IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  const { state = '', class: why = '' } = mail;
  return { state: String(state), class: String(why), reason: String(fact['detail'] ?? '') };
}

/** The first start makes its tables, its account and its keys. */
async function makeInstallation(folder: string): Promise<void> {
  await using _ = await openApp({}, folder);
}

async function openBeside(folder: string): Promise<Storage> {
  const reading = readConfig({ PARLEY_DATABASE: `file:${folder}`, PARLEY_LOG: 'silent' }, {});
  assert.ok(reading.ok);
  return openStorage(reading.config, {
    clock: systemClock,
    log: openLog('silent'),
    olderSchema: 'leave',
  });
}

async function prepare(storage: Storage, folder: string): Promise<string> {
  const nowMs = systemClock.nowMs();
  const author = { actor: 'test', atMs: nowMs };
  const [account] = await storage.accounts.listAccounts(0, 1);
  const { id: accountId } = must<Account>(account, 'account');
  const settings = readConfig({ PARLEY_DATABASE: `file:${folder}` }, {});
  assert.ok(settings.ok);
  const sealer = await openSealer(settings.config, storage);
  await openAuditKey({ ...storage, sealer, clock: systemClock, log: openLog('silent') });
  const ports = { store: storage.domains, sealer };
  const added = await addDomain(accountId, 'acme.example' as DomainName, ports, author);
  assert.ok(added.ok, 'domain of the test');
  assert.ok(await storage.domains.verifyDomain(added.domain.id, author));
  await storage.domains.noteReturnPath(added.domain.id, true, author);
  const money = { accountId, purse: 'live', amount: hundred, kind: 'top-up' } as const;
  await storage.accounts.move({ ...money, actor: 'test', atMs: nowMs });
  const wish = { accountId, mode: 'live', bases: ['sms', 'email'], label: 'live' } as const;
  return (await createKey(wish, storage, { actor: 'test', atMs: nowMs })).clear;
}

const hundred = 100_000_000 as Millionths;

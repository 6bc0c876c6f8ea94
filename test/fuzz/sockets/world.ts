/**
 * The whole program with everything on, as a process: each port that listens, and around it an operator, a mail
 * server, a name server and a receiver of webhooks that say whatever a driver wants.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { must } from '#core/assert.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { Browser } from '#test/harness/browser.ts';
import { number, rentNumber, withTrunks } from '#test/harness/call-world.ts';
import { phone } from '#test/harness/records.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { type Place, runCommand, type Served, serveParley } from '../../../bench/parley.ts';
import { processTree, residentMegabytes } from '../../../bench/process-figures.ts';
import { HostileNameServer } from './dns-server.ts';
import { HostileMailServer } from './mail-server.ts';
import { HostileOperator } from './operator.ts';
import { HostileReceiver } from './receiver.ts';

const root = path.join(import.meta.dirname, '../../..');
const portNames = ['http', 'smpp', 'smtpIn', 'sipUdp', 'sipTcp', 'sipTls'] as const;

/** How the start message names them. */
const placeForms: Readonly<Record<(typeof portNames)[number], RegExp>> = {
  http: /http:\/\/localhost:(\d+)/,
  smpp: /customers bind at \S+:(\d+)/,
  smtpIn: /by SMTP at \S+:(\d+)/,
  sipUdp: /udp 127\.0\.0\.1:(\d+)/,
  sipTcp: /tcp 127\.0\.0\.1:(\d+)/,
  sipTls: /tls 127\.0\.0\.1:(\d+)/,
};

const moreEndpoints = 8;
/** With two lines each they come near the lines that the program has at a time. */
export const lineAccounts = 9;
const senders = 10_000;

/** The address of a domain of its own, which may send. */
export function senderAt(n: number): string {
  return `shop@s${n % senders}.example.com`;
}

type Ports = Readonly<Record<(typeof portNames)[number], number>>;
type CreatedKey = {
  readonly mode: string;
  readonly bases: readonly string[];
  readonly key: string;
};

type CreatedAccount = {
  readonly account: { readonly id: number };
  readonly keys: readonly CreatedKey[];
};

function keyOf(keys: readonly CreatedKey[], mode: string, base: string): string {
  const found = keys.find((each) => each.mode === mode && each.bases.includes(base));
  return must(found, `${mode} key for ${base}`).key;
}

/** Who sends while others attack. */
export type Customer = { readonly accountId: number; readonly key: string };

/** Where an administrator opens phone lines of an account, and its number. */
export type Line = { readonly path: string; readonly cookie: string; readonly number: PhoneNumber };

type Keys = { readonly test: string; readonly mail: string };

export class World implements AsyncDisposable {
  readonly operator: HostileOperator;
  readonly mailServer: HostileMailServer;
  readonly nameServer: HostileNameServer;
  readonly receiver: HostileReceiver;
  readonly smppUser = { systemId: 'fuzz', password: 'fuzzfuzz' };
  readonly #place: Place;
  readonly #closing: AsyncDisposableStack;
  #served!: Served;
  #starting: Promise<void> | undefined;
  #keys!: Keys;
  /** Of accounts, each with its number. */
  readonly #rented: { readonly accountId: number; readonly number: PhoneNumber }[] = [];
  #lines!: readonly Line[];
  #ports!: Ports;
  /** How often it has ended although nobody told it to. */
  exits = 0;

  private constructor(opened: {
    readonly folder: string;
    readonly closing: AsyncDisposableStack;
    readonly operator: HostileOperator;
    readonly mailServer: HostileMailServer;
    readonly nameServer: HostileNameServer;
    readonly receiver: HostileReceiver;
  }) {
    this.#place = { folder: opened.folder };
    this.#closing = opened.closing;
    this.operator = opened.operator;
    this.mailServer = opened.mailServer;
    this.nameServer = opened.nameServer;
    this.receiver = opened.receiver;
  }

  static async open(): Promise<World> {
    const closing = new AsyncDisposableStack();
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-fuzz-'));
    closing.defer(() => rmSync(folder, { recursive: true, force: true }));
    const operator = closing.use(await HostileOperator.open());
    const mailServer = closing.use(await HostileMailServer.open());
    const nameServer = closing.use(await HostileNameServer.open());
    const receiver = closing.use(await HostileReceiver.open());
    const world = new World({ folder, closing, operator, mailServer, nameServer, receiver });
    await world.#install();
    await world.#start();
    await world.#signIn();
    return world;
  }

  get keys(): Keys {
    return this.#keys;
  }

  /** Of different accounts, since an account has few lines at a time; the first is the one that all attack. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  get ports(): Ports {
    return this.#ports;
  }

  get runs(): boolean {
    return this.#served.program.runs;
  }

  /** The last of what it has said. */
  async lastWords(): Promise<string> {
    return (await this.#served.program.said()).slice(-4_000);
  }

  /** Of the process and its threads. */
  usage(): { readonly rssMb: number; readonly handles: number } {
    const { pid } = this.#served.program;
    const handles = this.runs ? readdirSync(`/proc/${pid}/fd`).length : 0;
    return { rssMb: residentMegabytes(processTree(pid)), handles };
  }

  /** An account with money for messages to the built-in operator. */
  async addCustomer(): Promise<Customer> {
    const owner = ['--name', 'steady', '--email', 'steady@example.com'];
    const { account, keys } = await this.#createAccount(owner);
    await runCommand(this.#place, ['account topup', account.id, 1_000_000, '--test']);
    return { accountId: account.id, key: keyOf(keys, 'test', 'sms') };
  }

  /** Messages of it that phones have told to have got. */
  countDelivered({ accountId }: Customer): number {
    using db = this.#database(true);
    const counted = db.prepare(
      `SELECT count(*) AS count FROM recipient JOIN message ON message.id = recipient.id / 512
        WHERE account_id = ? AND state = 'delivered'`,
    );
    return Number(counted.get(accountId)?.['count']);
  }

  /** Anew after it has ended, on ports of the system's choice; several who ask start it once. */
  restart(): Promise<void> {
    if (this.runs) return Promise.resolve();
    this.#starting ??= this.#startAgain();
    return this.#starting;
  }

  async #startAgain(): Promise<void> {
    this.exits += 1;
    await this.#start();
    this.#starting = undefined;
  }

  async #start(): Promise<void> {
    this.#served = await serveParley(this.#place, {
      smpp: true,
      environment: this.#environment(),
    });
    const said = await this.#served.program.said();
    const entries = portNames.map((name) => [name, Number(placeForms[name].exec(said)?.[1])]);
    this.#ports = Object.fromEntries(entries) as Ports;
  }

  async #signIn(): Promise<void> {
    const link = /\/setup#(\S+)/.exec(await this.#served.program.said());
    const browser = new Browser(`http://localhost:${this.#ports.http}`);
    const person = { email: 'ada@example.com', name: 'Ada', password: 'a long sentence is good' };
    const token = must(link?.[1], 'token');
    const made = await browser.post('/api/operations/setup-make', { token, ...person });
    if (made.status !== 200) throw new Error(`No administrator: ${made.text}`);
    this.#lines = this.#rented.map(({ accountId, number: rented }) => ({
      path: `/api/accounts/${accountId}/operations/simulator-call`,
      cookie: browser.cookieHeader,
      number: rented,
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served.program.stop();
    await this.#closing.disposeAsync();
  }

  #environment(): Record<string, string> {
    const tls = path.join(root, 'fixtures', 'tls', 'carrier');
    return {
      PARLEY_SIMULATOR: 'on',
      PARLEY_ADAPTERS: 'kannel,jasmin',
      PARLEY_SMTP_IN: '0',
      PARLEY_SMTP_IN_NAME: 'mail.example',
      PARLEY_SIP_LISTEN: '127.0.0.1:0,tls:127.0.0.1:0',
      PARLEY_SIP_TLS_CERT: `${tls}.cert.pem`,
      PARLEY_SIP_TLS_KEY: `${tls}.key.pem`,
      PARLEY_CALLS_PER_ACCOUNT: '1000',
      PARLEY_CALLS_PER_ACCOUNT_SECOND: '1000',
      PARLEY_CALLS_PER_NUMBER: '1000',
      PARLEY_CALLS_PER_CALLER_MINUTE: '1000000',
      PARLEY_RTP_PORTS: '43000-43999',
      PARLEY_MAIL_MODE: 'direct',
      PARLEY_MAIL_HELLO: 'mail.example',
      PARLEY_MAIL_DIRECT_PORT: String(this.mailServer.port),
      PARLEY_MAIL_ALLOW: '127.0.0.0/8',
      PARLEY_DNS: `127.0.0.1:${this.nameServer.port}`,
      PARLEY_LOG: 'error',
    };
  }

  /** An account with money, keys and an SMPP user, the operator, a domain, and a number that takes messages. */
  async #install(): Promise<void> {
    const run = (name: string, ...words: readonly (string | number)[]): Promise<unknown> =>
      runCommand(this.#place, [name, ...words]);
    const owner = ['--name', 'fuzz', '--email', 'fuzz@example.com', '--balance', 1_000_000];
    const hooks = ['--dlr-url', this.receiver.url, '--webhooks-at-once', 64];
    const { account, keys } = await this.#createAccount([...owner, ...hooks]);
    this.#keys = { test: keyOf(keys, 'test', 'sms'), mail: keyOf(keys, 'live', 'email') };
    await run('account topup', account.id, 1_000_000, '--test');
    const { systemId, password } = this.smppUser;
    const login = ['--system-id', systemId, '--account', account.id, '--binds', 64];
    const passwordFile = path.join(this.#place.folder, 'password');
    execFileSync('sh', ['-c', `umask 077; printf %s ${password} > ${passwordFile}`]);
    await run('smpp-user create', ...login, '--mode', 'test', '--password-file', passwordFile);
    const hostile = ['--name', 'hostile', '--host', '127.0.0.1', '--port', this.operator.port];
    const bind = ['--system-id', 'parley', '--password-file', passwordFile, '--binds', 16];
    await run('operator add', ...hostile, ...bind);
    await run('sender add', 'shop@example.com', '--account', account.id);
    await run('domain add', 'example.com', '--account', account.id);
    // One that fails is left alone for a while: the others answer meanwhile.
    for (let n = 0; n < moreEndpoints; n++) {
      const url = `${this.receiver.url}/${n}`;
      const many = ['--at-once', 64, '--events', 'dlr'];
      await run('endpoint add', '--account', account.id, '--url', url, ...many);
    }
    this.#addSenders(account.id);
    this.#neverHold(account.id);
    await this.#rent(account.id, number);
    await this.#addLines();
    await this.#addTrunk();
  }

  /** As many as a long run needs: receivers that distrust a domain have its mails held for an hour. */
  #addSenders(accountId: number): void {
    using db = this.#database(false);
    const add = db.prepare(`INSERT INTO mail_sender VALUES (?, ?, '', 0, 0)`);
    db.exec('BEGIN');
    for (let n = 0; n < senders; n++) add.run(accountId, senderAt(n));
    db.exec('COMMIT');
  }

  /** The mail of an account whose mails bounce is held: hostile answers are no reason here, before the end of time. */
  #neverHold(accountId: number): void {
    using db = this.#database(false);
    const stand = db.prepare(`INSERT INTO mail_standing VALUES (?, 0, '', 0, ?)`);
    stand.run(accountId, 8.64e15);
  }

  #database(readOnly: boolean): DatabaseSync {
    return new DatabaseSync(path.join(this.#place.folder, 'data', 'parley.db'), { readOnly });
  }

  async #createAccount(words: readonly (string | number)[]): Promise<CreatedAccount> {
    return (await runCommand(this.#place, ['account create', ...words])) as CreatedAccount;
  }

  async #addLines(): Promise<void> {
    for (let n = 1; n < lineAccounts; n++) {
      const owner = ['--name', `line ${n}`, '--email', `line${n}@example.com`];
      const { account } = await this.#createAccount(owner);
      await this.#rent(account.id, phone(String(Number(number) + n)));
    }
  }

  async #rent(accountId: number, rented: PhoneNumber): Promise<void> {
    await using storage = await openStorageBeside(path.join(this.#place.folder, 'data'));
    const rule = { kind: 'voicemail', target: 'me@parley.test' } as const;
    await rentNumber(storage, { accountId, digits: rented, rule });
    this.#rented.push({ accountId, number: rented });
  }

  async #addTrunk(): Promise<void> {
    await using storage = await openStorageBeside(path.join(this.#place.folder, 'data'));
    // Every stranger is a carrier, so that what it says is read.
    const trunkIn = { sources: ['127.0.0.0/26'], maxCps: 10_000 };
    await withTrunks(storage, { calleePort: 9, trunkIn });
  }
}

/**
 * Several processes of Parley on one PostgreSQL database, between an operator and a receiver of webhooks
 * that outlive them. Leases are short, so that a death is noticed within seconds.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { runCommand } from '#cli/run-command.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import type { LeaseView } from '#queue/lease.ts';
import type { Storage } from '#storage/storage.ts';
import { backupPorts, openInstallation } from '../../src/app.ts';
import { type Script, ScriptedOperator, take } from './link-world.ts';
import { openParleyFolder, type ParleyFolder, type ParleyServer } from './parley-process.ts';
import { makeDatabase, openStorage } from './postgres-server.ts';
import { openWebhookSink, type WebhookSink } from './webhook-sink.ts';

export type ClusterOptions = {
  readonly script?: Script;
  readonly binds?: number;
  readonly window?: number;
  /** Of an empty database; without it one of the tests' server is made. */
  readonly database?: string;
  /** Of its processes; the shortest that can be set, unless told. A busy machine may hold one up for longer. */
  readonly leaseSeconds?: number;
};

const shortestLeaseSeconds = 3;
/** Between two looks at what only the database knows. */
const lookMs = 50;

export async function openCluster(options: ClusterOptions = {}): Promise<ClusterWorld> {
  await using stack = new AsyncDisposableStack();
  const smsc = stack.use(new ScriptedOperator(systemClock, options.script ?? take));
  await smsc.listen();
  const sink = stack.use(await openWebhookSink());
  const address = options.database ?? stack.use(await makeDatabase()).address;
  const folder = stack.use(await openParleyFolder());
  const storage = stack.use(await openStorage(address));
  const { leaseSeconds = shortestLeaseSeconds } = options;
  const world = new ClusterWorld({ smsc, sink, address, folder, storage, leaseSeconds });
  await world.install(options);
  world.closing = stack.move();
  return world;
}

export class ClusterWorld implements AsyncDisposable {
  readonly smsc: ScriptedOperator;
  readonly sink: WebhookSink;
  readonly storage: Storage;
  readonly address: string;
  readonly #folder: ParleyFolder;
  readonly #leaseSeconds: number;
  #key = '';
  closing = new AsyncDisposableStack();

  constructor(opened: {
    readonly smsc: ScriptedOperator;
    readonly sink: WebhookSink;
    readonly address: string;
    readonly folder: ParleyFolder;
    readonly storage: Storage;
    readonly leaseSeconds: number;
  }) {
    this.smsc = opened.smsc;
    this.sink = opened.sink;
    this.storage = opened.storage;
    this.address = opened.address;
    this.#folder = opened.folder;
    this.#leaseSeconds = opened.leaseSeconds;
  }

  /** An account with money and a URL for its reports, and the operator with a route of its own. */
  async install({ binds = 2, window = 10 }: ClusterOptions): Promise<void> {
    const owner = ['--name', 'Acme', '--email', 'a@acme.example', '--country', 'LT'];
    const money = ['--balance', '1000', '--dlr-url', this.sink.url];
    const created = await this.command(undefined, 'account', 'create', ...owner, ...money);
    const keys = created['keys'] as readonly { mode: string; bases: string[]; key: string }[];
    const key = keys.find(({ mode, bases }) => mode === 'live' && bases.includes('sms'));
    this.#key = must(key, 'live key').key;
    const place = ['--name', 'one', '--host', '127.0.0.1', '--port', String(this.smsc.port)];
    const login = ['--system-id', 'PARLEY', '--binds', String(binds), '--window', String(window)];
    await this.command('secret', 'operator', 'add', ...place, ...login);
    const route = ['--prefix', '370', '--operator', 'one', '--price', '0.01'];
    await this.command(undefined, 'route', 'set', ...route);
  }

  /** Starts a process; `database` leads it there by another way. */
  start(database = this.address, ...flags: readonly string[]): Promise<ParleyServer> {
    const common = ['--simulator', 'off', '--lease-seconds', String(this.#leaseSeconds)];
    const places = ['--database', database, '--master-key-file', this.#keyFile];
    const hooks = ['--webhook-allow', '127.0.0.0/8'];
    return this.#folder.serve(...places, ...common, ...hooks, ...flags);
  }

  /** What `parley …` prints as JSON, run in this process. */
  async command(
    input: string | undefined,
    ...argv: readonly string[]
  ): Promise<Readonly<Record<string, unknown>>> {
    const printed: string[] = [];
    const code = await runCommand([...argv, '--json'], {
      out: (text) => void printed.push(text),
      err: (text) => void printed.push(text),
      readInput: async () => input,
      environment: {
        PARLEY_DATABASE: this.address,
        PARLEY_MASTER_KEY_FILE: this.#keyFile,
        PARLEY_LOG: 'silent',
        PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
      },
      clock: systemClock,
      open: openInstallation,
      serve: () => Promise.reject(new Error('Nothing is served here')),
      move: () => Promise.reject(new Error('Nothing is moved here')),
      backups: async () => backupPorts,
      listen: () => Promise.reject(new Error('Nobody listens here')),
    });
    assert.equal(code, 0, printed.join(''));
    return JSON.parse(printed.join('')) as Readonly<Record<string, unknown>>;
  }

  /** The status, and the id of the message that was accepted. */
  send(server: ParleyServer, phones: readonly string[]) {
    return this.ask(server, 'send', { phoneNumbers: phones.join(','), message: 'Hello' });
  }

  /** What a process answers to a command of the account. */
  async ask(server: ParleyServer, command: string, parameters: object = {}) {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/${command}`, {
      method: 'POST',
      body: JSON.stringify({ apiKey: this.#key, ...parameters }),
    });
    const json = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, retryAfter: response.headers.get('retry-after'), json };
  }

  /** Of the account. */
  get key(): string {
    return this.#key;
  }

  /** Phones of both binds, none of which was used before. */
  phones(count: number): readonly string[] {
    return Array.from({ length: count }, () => {
      this.#phones += 1;
      return `+370600${String(this.#phones).padStart(5, '0')}`;
    });
  }
  #phones = 0;

  /** How often the operator has seen each phone. */
  get submits(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { pdu } of this.smsc.submits.all) {
      const to = `+${pdu.destination.address}`;
      counts.set(to, (counts.get(to) ?? 0) + 1);
    }
    return counts;
  }

  /** Waits until the operator has seen all of them. */
  async submitted(phones: readonly string[]): Promise<void> {
    // Each submit is looked at once: the operator answers in this process, and would stand still meanwhile.
    const missing = new Set(phones);
    await this.smsc.submits.next(({ pdu }) => {
      missing.delete(`+${pdu.destination.address}`);
      return missing.size === 0;
    });
  }

  /** Waits until each of so many processes holds one bind, and what others did not take. */
  async shared(processes: number, names: readonly string[]): Promise<LeaseView> {
    return this.until(({ leases }) => {
      const held = leases.filter(({ name, isFree }) => names.includes(name) && !isFree);
      return (
        held.length === names.length && new Set(held.map((each) => each.owner)).size === processes
      );
    });
  }

  async until(isSo: (view: LeaseView) => boolean): Promise<LeaseView> {
    for (;;) {
      const view = await this.storage.leases.view();
      if (isSo(view)) return view;
      await systemClock.sleep(lookMs);
    }
  }

  /** The operator goes first: nobody waits for answers that never come. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.smsc.kill();
    await this.closing.disposeAsync();
  }

  get #keyFile(): string {
    return path.join(this.#folder.path, 'master.key');
  }
}

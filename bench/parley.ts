/** Parley as its users run it: set up by its commands in a folder of its own, and served by a process. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand as runTyped } from '#cli/run-command.ts';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { Program } from './program.ts';

const root = path.join(import.meta.dirname, '..');
const launcher = path.join(root, 'bin', 'parley');

/** Where an installation keeps its data, and its key. */
export type Place = { readonly folder: string; readonly database?: string | undefined };

export type Setup = {
  /** Exists, and holds all that Parley writes, unless `database` is a server. */
  readonly folder: string;
  readonly database?: string | undefined;
  readonly smscPort: number;
  readonly hookUrl: string;
  readonly binds: number;
  readonly window: number;
  readonly price: string;
  /** What the operator takes a second; as fast as its window unless it is said. */
  readonly operatorRate?: number;
};

export type Installed = Place & {
  readonly accountId: number;
  /** Opens the SMS commands. */
  readonly key: string;
  /** Opens the email commands. */
  readonly mailKey: string;
};

type CreatedAccount = {
  readonly account: { readonly id: number };
  readonly keys: readonly {
    readonly mode: string;
    readonly bases: readonly string[];
    readonly key: string;
  }[];
};

/** An account with money and a URL for its reports, and an operator that takes Lithuanian numbers. */
export async function installParley(setup: Setup): Promise<Installed> {
  const { folder, database, smscPort, hookUrl, binds, window, price, operatorRate } = setup;
  const run = (...words: readonly (string | number)[]): Promise<unknown> =>
    runCommand(setup, words);
  const owner = ['--name', 'bench', '--email', 'bench@example.com'];
  const money = ['--balance', 1_000_000, '--country', 'LT'];
  const webhooks = ['--dlr-url', hookUrl, '--webhooks-at-once', 64];
  const created = await run('account create', ...owner, ...money, ...webhooks);
  const passwordFile = path.join(folder, 'operator-password');
  await writeFile(passwordFile, 'bench', { mode: 0o600 });
  const operator = ['--name', 'bench', '--host', '127.0.0.1', '--port', smscPort];
  const login = ['--system-id', 'bench', '--password-file', passwordFile];
  const pace = ['--binds', binds, '--window', window];
  if (operatorRate !== undefined) pace.push('--rate', operatorRate);
  await run('operator add', ...operator, ...login, ...pace);
  await run('route set', '--prefix', '370', '--operator', 'bench', '--price', price);
  const { account, keys } = created as CreatedAccount;
  const keyOf = (base: string): string =>
    must(
      keys.find(({ mode, bases }) => mode === 'live' && bases.includes(base)),
      `live key for ${base}`,
    ).key;
  return { folder, database, accountId: account.id, key: keyOf('sms'), mailKey: keyOf('email') };
}

/** Amounts are exact text. */
export type LedgerCheck = {
  readonly adds: boolean;
  readonly balance: string;
  readonly movements: string;
  readonly costs: string;
};

/** What the account's money adds up to. */
export async function readLedger(installed: Installed): Promise<LedgerCheck> {
  const shown = await runCommand(installed, ['account show', installed.accountId]);
  return (shown as { readonly ledger: { readonly live: LedgerCheck } }).ledger.live;
}

export type Served = AsyncDisposable & { readonly program: Program; readonly port: number };

/** Runs the server until it is stopped or killed; a port of 0 takes any free one. */
export async function serveParley(
  place: Place,
  options: {
    readonly port?: number;
    readonly nodeFlags?: readonly string[];
    /** Customers bind, on any free port. */
    readonly smpp?: boolean;
    /** Names its log, where several run in one folder. */
    readonly name?: string;
    /** How long the others wait for it, once it gives no sign of life. */
    readonly leaseSeconds?: number;
    /** Further settings. */
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Served> {
  const { folder } = place;
  const { nodeFlags = [] } = options;
  const program = new Program({
    name: options.name ?? 'parley',
    // The launcher knows how Node is to be run; it becomes Node, so signals reach the server.
    command: launcher,
    args: ['serve'],
    folder,
    cwd: root,
    environment: {
      ...environmentOf(place),
      NODE_OPTIONS: nodeFlags.join(' '),
      PARLEY_HOST: '127.0.0.1',
      PARLEY_PORT: String(options.port ?? 0),
      PARLEY_SIMULATOR: 'off',
      PARLEY_MAIL_CATCHER_PORT: 'off',
      PARLEY_LOG: 'warn',
      ...(options.leaseSeconds !== undefined && {
        PARLEY_LEASE_SECONDS: String(options.leaseSeconds),
      }),
      ...(options.smpp === true && { PARLEY_SMPP_PORT: '0' }),
      ...options.environment,
    },
  });
  try {
    const port = Number(await program.says(/http:\/\/localhost:(\d+)/));
    return { program, port, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
  } catch (error) {
    await program.kill();
    throw error;
  }
}

function environmentOf({ folder, database }: Place): Record<string, string> {
  return {
    PARLEY_DATABASE: database ?? `file:${path.join(folder, 'data')}`,
    ...(database !== undefined && { PARLEY_MASTER_KEY_FILE: path.join(folder, 'master.key') }),
    // Webhooks go to a receiver of ours, on this machine.
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  };
}

/** One command of Parley, run within this process: a process of its own takes a second to load the program. */
export async function runCommand(
  place: Place,
  words: readonly (string | number)[],
): Promise<unknown> {
  const [name = '', ...rest] = words.map(String);
  const said: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  const code = await runTyped([...name.split(' '), ...rest, '--json'], {
    out: (text) => void said.out.push(text),
    err: (text) => void said.err.push(text),
    readInput: async () => undefined,
    environment: { ...process.env, PARLEY_LOG: 'warn', ...environmentOf(place) },
    clock: systemClock,
    open: async (config, wish) => (await import('../src/app.ts')).openInstallation(config, wish),
    serve: notHere,
    move: notHere,
    backups: notHere,
    listen: notHere,
  });
  if (code !== 0)
    throw new Error(`parley ${name} failed: ${said.err.join('')}${said.out.join('')}`);
  return JSON.parse(said.out.join(''));
}

function notHere(): never {
  throw new Error('The benchmarks run this command as a process');
}

/** `parley` as a process of its own, run through the file that npm links. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** The stories may be told of a packed program too: its file then stands in this variable. */
export const launcher =
  process.env['TEST_PROGRAM'] ?? path.join(import.meta.dirname, '..', '..', 'bin', 'parley');

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};

export type RunOptions = {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly launchedBy?: string;
  /** Where `./data` is, which a server on PostgreSQL keeps its files in; the folder itself, unless told. */
  readonly cwd?: string;
};

/** A data folder, and processes that use it. */
export class ParleyFolder implements AsyncDisposable {
  readonly path: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #program: string;
  readonly #running = new Set<ChildProcessWithoutNullStreams>();

  constructor(
    folder: string,
    environment: Readonly<Record<string, string>> = {},
    program = launcher,
  ) {
    this.path = folder;
    this.#environment = environment;
    this.#program = program;
  }

  /** Runs a command to its end. */
  async run(argv: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = this.spawn(argv, options);
    child.stdin.end(options.input ?? '');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code, signal] = await endOf(child);
    return { code, signal, out, err };
  }

  /** Runs a command that prints one document, and reads it. */
  async read(...argv: readonly string[]): Promise<Record<string, unknown>> {
    const { code, out, err } = await this.run([...argv, '--json']);
    if (code !== 0) throw new Error(`parley ${argv.join(' ')}: ${err}`);
    return JSON.parse(out) as Record<string, unknown>;
  }

  /** Starts a server and waits until it says where it listens. */
  async serve(...flags: readonly string[]): Promise<ParleyServer> {
    const child = this.spawn(['serve', ...flags]);
    child.stderr.resume();
    let said = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += String(chunk);
      const address = /http:\/\/\S+:(?<port>\d+)/.exec(said);
      if (address !== null && said.endsWith('\n')) {
        return new ParleyServer(child, Number(address.groups?.['port']), said);
      }
    }
    throw new Error('The server ended before it listened');
  }

  spawn(argv: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
    const child = spawn(options.launchedBy ?? this.#program, argv, {
      cwd: options.cwd ?? this.path,
      env: {
        PATH: process.env['PATH'],
        PARLEY_DATABASE: `file:${this.path}`,
        PARLEY_HOST: '127.0.0.1',
        PARLEY_PORT: '0',
        PARLEY_LOG: 'silent',
        ...this.#environment,
        ...options.environment,
      },
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ends = [...this.#running].map((child) => endOf(child));
    for (const child of this.#running) child.kill('SIGKILL');
    await Promise.all(ends);
    await rm(this.path, { recursive: true });
  }
}

export class ParleyServer {
  readonly port: number;
  /** The start message. */
  readonly said: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #end: Promise<readonly [number | null, NodeJS.Signals | null]>;

  constructor(child: ChildProcessWithoutNullStreams, port: number, said: string) {
    this.port = port;
    this.said = said;
    this.#child = child;
    this.#end = endOf(child);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Its exit code, and the signal that ended it. */
  get end(): Promise<readonly [number | null, NodeJS.Signals | null]> {
    return this.#end;
  }
}

async function endOf(
  child: ChildProcessWithoutNullStreams,
): Promise<readonly [number | null, NodeJS.Signals | null]> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return [child.exitCode, child.signalCode];
  }
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return [code, signal];
}

/** The first line of a server's log that tells of this. */
export async function loggedBy(
  { stdout, stderr }: ChildProcessWithoutNullStreams,
  event: string,
): Promise<Readonly<Record<string, unknown>>> {
  stdout.resume();
  let found: Readonly<Record<string, unknown>> | undefined;
  for await (const line of createInterface({ input: stderr })) {
    if (!line.startsWith('{')) continue;
    const said = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (said['event'] === event) found = said;
    if (found !== undefined) break;
  }
  stderr.resume();
  if (found === undefined) throw new Error(`The server ended without ${event}`);
  return found;
}

/** `environment`, `program`: of everything that runs on it. */
export async function openParleyFolder(
  environment: Readonly<Record<string, string>> = {},
  program = launcher,
): Promise<ParleyFolder> {
  return new ParleyFolder(await mkdtemp(path.join(tmpdir(), 'parley-')), environment, program);
}

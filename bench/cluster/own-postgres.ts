/** A PostgreSQL server of our own on this machine: its folder, its port, and what happens to it. */
import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

type Wish = {
  /** Where data, socket and log go; PostgreSQL's user must be able to write there. */
  readonly folder: string;
  /** Where `initdb` and its like are. */
  readonly programs: string;
  readonly name: string;
  readonly port: number;
};

/** `fast` ends all sessions and closes the books, `immediate` is a crash. */
type StopMode = 'fast' | 'immediate';

export class OwnPostgres implements AsyncDisposable {
  readonly #wish: Wish;

  constructor(wish: Wish) {
    this.#wish = wish;
  }

  get address(): string {
    return `postgres://postgres@127.0.0.1:${this.#wish.port}/postgres`;
  }

  /** An empty server that a standby may follow. */
  async make(): Promise<void> {
    const how = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'];
    await this.#program('initdb', '-D', this.#data, ...how);
    await appendFile(
      path.join(this.#data, 'postgresql.conf'),
      "\nlisten_addresses = '127.0.0.1'\nmax_wal_senders = 4\nwal_level = replica\n",
    );
    await this.start();
  }

  /** A standby of the server on that port. */
  async follow(port: number): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
    const how = ['-D', this.#data, '-R', '-X', 'stream', '-c', 'fast'];
    await this.#program('pg_basebackup', ...from, ...how);
    await this.start();
  }

  start(): Promise<void> {
    const { folder, name, port } = this.#wish;
    const log = path.join(folder, `${name}.log`);
    const options = `-p ${port} -k ${folder}`;
    return this.#program('pg_ctl', '-D', this.#data, '-l', log, '-o', options, '-w', 'start');
  }

  stop(mode: StopMode): Promise<void> {
    return this.#program('pg_ctl', '-D', this.#data, '-m', mode, '-w', 'stop');
  }

  promote(): Promise<void> {
    return this.#program('pg_ctl', '-D', this.#data, 'promote');
  }

  async ask(sql: string): Promise<readonly object[]> {
    const client = new Client({ connectionString: this.address });
    await client.connect();
    try {
      return (await client.query<object>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('immediate').catch(() => undefined);
  }

  get #data(): string {
    return path.join(this.#wish.folder, this.#wish.name);
  }

  /** PostgreSQL refuses to run as root. */
  async #program(name: string, ...words: readonly string[]): Promise<void> {
    const program = path.join(this.#wish.programs, name);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await run('runuser', ['-u', 'postgres', '--', program, ...words], { cwd: '/' });
    else await run(program, [...words]);
  }
}

/** A PostgreSQL server and a synchronous standby on this machine, and the day on which the first one dies. */
import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePorts } from '../ports.ts';

const run = promisify(execFile);
const attachedWithinMs = 60_000;
const lookEveryMs = 100;

export type PairWish = {
  readonly folder: string;
  /** Where `initdb` and its like are. */
  readonly programs: string;
};

export class PostgresPair implements AsyncDisposable {
  readonly #wish: PairWish;
  readonly #ports: Readonly<Record<'primary' | 'standby', number>>;

  private constructor(wish: PairWish, ports: Readonly<Record<'primary' | 'standby', number>>) {
    this.#wish = wish;
    this.#ports = ports;
  }

  /** A commit is answered when both have it on their disks. */
  static async open(wish: PairWish): Promise<PostgresPair> {
    await mkdir(wish.folder, { recursive: true });
    await chmod(wish.folder, 0o777);
    const pair = new PostgresPair(wish, await freePorts(['primary', 'standby']));
    await pair.#startPrimary();
    await pair.#startStandby();
    return pair;
  }

  /** Both hosts: whichever takes writes serves. */
  get address(): string {
    const { primary, standby } = this.#ports;
    return `postgres://postgres@127.0.0.1:${primary},127.0.0.1:${standby}/postgres`;
  }

  /** The first dies in the middle of everything, and the standby takes its place. */
  async failOver(): Promise<void> {
    await this.#program('pg_ctl', '-D', this.#data('primary'), '-m', 'immediate', 'stop');
    await this.#program('pg_ctl', '-D', this.#data('standby'), 'promote');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of ['primary', 'standby'] as const) {
      const stop = ['-D', this.#data(name), '-m', 'immediate', 'stop'];
      await this.#program('pg_ctl', ...stop).catch(() => undefined);
    }
  }

  async #startPrimary(): Promise<void> {
    const data = this.#data('primary');
    await this.#program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N');
    await appendFile(
      path.join(data, 'postgresql.conf'),
      "\nlisten_addresses = '127.0.0.1'\nmax_wal_senders = 4\nwal_level = replica\n",
    );
    await this.#start('primary');
  }

  async #startStandby(): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(this.#ports.primary), '-U', 'postgres'];
    const how = ['-D', this.#data('standby'), '-R', '-X', 'stream', '-c', 'fast'];
    await this.#program('pg_basebackup', ...from, ...how);
    await this.#start('standby');
    // From now on, and on the first alone: the standby waits for nobody when its turn comes.
    await this.#ask("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.#ask('SELECT pg_reload_conf()');
    const giveUpAt = performance.now() + attachedWithinMs;
    const attached = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await this.#ask(attached)).length === 0) {
      if (performance.now() > giveUpAt) throw new Error('The standby does not attach');
      await pause(lookEveryMs);
    }
  }

  #start(name: 'primary' | 'standby'): Promise<void> {
    const log = path.join(this.#wish.folder, `${name}.log`);
    const options = `-p ${this.#ports[name]} -k ${this.#wish.folder}`;
    return this.#program('pg_ctl', '-D', this.#data(name), '-l', log, '-o', options, '-w', 'start');
  }

  async #ask(sql: string): Promise<readonly object[]> {
    const client = new Client({ host: '127.0.0.1', port: this.#ports.primary, user: 'postgres' });
    await client.connect();
    try {
      return (await client.query<object>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  #data(name: 'primary' | 'standby'): string {
    return path.join(this.#wish.folder, name);
  }

  /** PostgreSQL refuses to run as root. */
  async #program(name: string, ...words: readonly string[]): Promise<void> {
    const program = path.join(this.#wish.programs, name);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await run('runuser', ['-u', 'postgres', '--', program, ...words], { cwd: '/' });
    else await run(program, [...words]);
  }
}

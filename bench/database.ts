/** A database of a PostgreSQL server for one cell: made for it, and dropped behind it. */
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

export type BenchDatabase = AsyncDisposable & {
  /** For `PARLEY_DATABASE`. */
  readonly address: string;
  /** The server's processes that work for it, as far as they are on this machine. */
  readonly pids: readonly number[];
  run<Row extends object>(sql: string): Promise<readonly Row[]>;
};

/** The server that is named, or else the one that tests use; undefined where none answers. */
export async function findServer(named: string): Promise<string | undefined> {
  const usual = process.env['PARLEY_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432';
  const server = named === '' ? usual : named;
  try {
    await (await connect(server)).end();
    return server;
  } catch (error) {
    if (named !== '') throw error;
    return undefined;
  }
}

/** `server` is the address of any database of it whose user may make others. */
export async function makeBenchDatabase(server: string): Promise<BenchDatabase> {
  const name = `parley_bench_${process.pid}_${Math.floor(performance.now())}`;
  const owner = await connect(server);
  // Or the server would write out, during this cell, what the one before it has left. Not every user may ask for it.
  await owner.query('CHECKPOINT').catch(() => undefined);
  await owner.query(`CREATE DATABASE ${name}`);
  const address = server.replace(/(?<=:\/\/[^/?]*)(?:\/[^?]*)?(?=\?|$)/, `/${name}`);
  const client = await connect(address);
  return {
    address,
    get pids() {
      return processesOf(name);
    },
    run: async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows,
    async [Symbol.asyncDispose]() {
      await client.end();
      await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await owner.end();
    },
  };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

/** A session's process carries the name of its database as its title. */
function processesOf(database: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => titleOf(pid).includes(` ${database} `))
    .map(Number);
}

function titleOf(pid: string): string {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return title.startsWith('postgres:') ? title : '';
  } catch {
    return '';
  }
}

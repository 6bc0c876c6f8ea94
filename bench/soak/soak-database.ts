/** The PostgreSQL of a soak: a server of its own that crashes, or a database of another's whose sessions are cut. */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OwnPostgres } from '../cluster/own-postgres.ts';
import { makeBenchDatabase } from '../database.ts';
import { freePorts } from '../ports.ts';
import type { Fault } from './faults.ts';

export type SoakDatabase = AsyncDisposable & {
  readonly address: string;
  readonly fault: Fault;
};

const outageMs = 10_000;

export type DatabaseWish = {
  /** `own` for a server of its own, an address for a database of that one, '' for none. */
  readonly database: string;
  readonly folder: string;
  /** Where `initdb` and its like are. */
  readonly programs: string;
};

export async function openSoakDatabase(wish: DatabaseWish): Promise<SoakDatabase | undefined> {
  if (wish.database === '') return undefined;
  return wish.database === 'own' ? openOwn(wish) : openForeign(wish.database);
}

async function openOwn({ folder, programs }: DatabaseWish): Promise<SoakDatabase> {
  const { port } = await freePorts(['port']);
  // It runs as another user, who must be able to write there.
  const home = path.join(folder, 'server');
  await mkdir(home);
  await chmod(home, 0o777);
  const server = new OwnPostgres({ folder: home, programs, name: 'postgres', port });
  await server.make();
  const strike = async (): Promise<void> => {
    await server.stop('immediate');
    await pause(outageMs);
    await server.start();
  };
  return {
    address: server.address,
    fault: { name: 'database crashes', strike },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function openForeign(address: string): Promise<SoakDatabase> {
  const database = await makeBenchDatabase(address);
  const strike = async (): Promise<void> => {
    await database.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  };
  return {
    address: database.address,
    fault: { name: 'database sessions are cut', strike },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

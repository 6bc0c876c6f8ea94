/**
 * PostgreSQL inside this process, behind a port of loopback: for tests where no server answers.
 *
 * It has one session, so one connection at a time: the next one waits until the last has closed.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import type { Storage } from '#storage/storage.ts';
import { emptyTables, keepFirstRows } from './emptied-tables.ts';
import { openStorage } from './postgres-server.ts';

export type Pglite = AsyncDisposable & {
  /** A storage in which nobody has done anything; one at a time. */
  readonly open: () => Promise<Storage>;
};

export async function openPglite(): Promise<Pglite> {
  const engine = await PGlite.create();
  let turn = Promise.resolve();
  // An answer is several small writes: Nagle's algorithm would hold each for 40 ms.
  const server = createServer({ noDelay: true }, (socket) => {
    turn = turn.then(() => serve(engine, socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = () => openStorage(`postgres://postgres@127.0.0.1:${port}/postgres`, 1);
  await (await open())[Symbol.asyncDispose]();
  await engine.exec(keepFirstRows);
  return {
    async open() {
      await turn;
      await engine.exec(emptyTables);
      return open();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await turn;
      await engine.close();
    },
  };
}

/** Until the client hangs up; the session is then as new for the next one. */
async function serve(engine: PGlite, socket: Socket): Promise<void> {
  let rest = Buffer.alloc(0);
  let started = false;
  try {
    for await (const chunk of socket) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (let size = sizeOf(rest, started); size <= rest.length; size = sizeOf(rest, started)) {
        socket.write(await engine.execProtocolRaw(rest.subarray(0, size)));
        rest = rest.subarray(size);
        started = true;
      }
    }
  } catch {
    // A client that is gone in the middle is a client that is gone.
  }
  await engine.exec('ROLLBACK');
  await engine.exec('DISCARD ALL');
}

/** Octets of the first message; the very first has no letter in front of its length. */
function sizeOf(octets: Buffer, started: boolean): number {
  const at = started ? 1 : 0;
  return octets.length < at + 4 ? Number.POSITIVE_INFINITY : at + octets.readUInt32BE(at);
}

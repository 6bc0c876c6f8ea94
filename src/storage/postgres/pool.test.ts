/** Turns with connections, tried against a server that follows a script. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openScriptedPostgres, type ScriptedPostgres } from '#test/harness/scripted-postgres.ts';
import type { Connection } from './connection.ts';
import { Pool } from './pool.ts';
import { parseServerAddress } from './server-address.ts';

async function setup(server: ScriptedPostgres, connectionsMax = 2) {
  const reading = parseServerAddress(`${server.address}?sslmode=disable`);
  assert.ok(reading.ok);
  const clock = new HeldClock();
  const lines: string[] = [];
  const log = openLog('warn', (line) => lines.push(line));
  const { address } = reading;
  const options = { address, clock, random: () => 1, log, connectionsMax };
  return { pool: await Pool.open(options, async () => undefined), clock, lines };
}

/** A turn that lasts until it is told to end. */
function aTurn(pool: Pool) {
  const begun = Promise.withResolvers<Connection>();
  const ended = Promise.withResolvers<void>();
  const turn = pool.use((connection) => {
    begun.resolve(connection);
    return ended.promise;
  });
  return { begun: begun.promise, end: () => ended.resolve(), turn };
}

suite('connections', () => {
  test('are opened as they are needed, up to a number, and then taken in turn', async () => {
    await using server = await openScriptedPostgres({});
    const { pool } = await setup(server, 2);
    const [one, two, three] = [aTurn(pool), aTurn(pool), aTurn(pool)];
    const first = await one.begun;
    const second = await two.begun;
    assert.notEqual(first, second);
    assert.equal(server.greeted, 2);
    one.end();
    assert.equal(await three.begun, first);
    two.end();
    three.end();
    await Promise.all([one.turn, two.turn, three.turn]);
    await pool[Symbol.asyncDispose]();
  });

  test('that all are busy are waited for no longer than a turn may take', async () => {
    await using server = await openScriptedPostgres({});
    const { pool, clock } = await setup(server, 1);
    const busy = aTurn(pool);
    await busy.begun;
    clock.advance(1);
    const refused = assert.rejects(aTurn(pool).turn, {
      name: 'StorageUnavailable',
      message: /are busy/,
    });
    clock.advance(8_000);
    await refused;
    busy.end();
    await busy.turn;
    await pool[Symbol.asyncDispose]();
  });

  test('that are lost are opened again at once, and after a failure not before a wait', async () => {
    const server = await openScriptedPostgres({});
    const { pool, clock, lines } = await setup(server);
    await server[Symbol.asyncDispose]();
    const away = { name: 'StorageUnavailable', message: /is the server running/ };
    await until(async () => {
      const failed = await pool.rows({ text: 'SELECT 1' }, []).catch((error: unknown) => error);
      return /is the server running/.test((failed as Error).message);
    });
    await using again = await openScriptedPostgres({ port: server.port });
    await assert.rejects(pool.rows({ text: 'SELECT 1' }, []), away);
    assert.equal(again.greeted, 0);
    clock.advance(100);
    // It is let in, and the statement fails as the script has it.
    await assert.rejects(pool.rows({ text: 'SELECT 1' }, []), /read or write its files/);
    assert.equal(again.greeted, 1);
    assert.equal(lines.filter((line) => line.includes('storage.lost')).length, 1);
    await pool[Symbol.asyncDispose]();
  });

  test('refuse everybody once the pool is closed', async () => {
    await using server = await openScriptedPostgres({});
    const { pool } = await setup(server);
    await pool[Symbol.asyncDispose]();
    await assert.rejects(pool.rows({ text: 'SELECT 1' }, []), { message: /is closed/ });
  });
});

async function until(reached: () => Promise<boolean>): Promise<void> {
  while (!(await reached())) await new Promise((resolve) => setImmediate(resolve));
}

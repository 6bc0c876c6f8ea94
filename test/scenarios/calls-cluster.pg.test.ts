/** Calls of two processes on one PostgreSQL database, of which one is killed. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import { number, withRentedNumber, withTrunks } from '#test/harness/call-world.ts';
import { CallingProgram } from '#test/harness/calling-program.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import {
  makeDatabase,
  openStorage,
  type TestDatabase,
  withoutServer,
} from '#test/harness/postgres-server.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';

const timeout = 240_000;
const reserve = 120_000;
/** Nobody says anything here, which a relay would take for the end. */
const bypass = { media: 'bypass' } as const;

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const caller = stack.use(await openPhone());
  const callee = stack.use(await openPhone());
  const database = stack.use(await makeDatabase());
  const { address } = database;
  const storage = stack.use(await openStorage(address));
  const accountId = await withRentedNumber(storage, {});
  await withTrunks(storage, { calleePort: callee.hop.port, trunkIn: bypass, trunkOut: bypass });
  const folder = stack.use(await openParleyFolder());
  const keyFile = path.join(folder.path, 'master.key');
  const open = async (): Promise<CallingProgram> => {
    const program = new CallingProgram(folder, storage, accountId);
    await program.start(`--database=${address}`, `--master-key-file=${keyFile}`, '--simulator=off');
    return program;
  };
  const one = await open();
  const two = await open();
  const moved = stack.move();
  return { caller, callee, database, one, two, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

type Phones = { readonly caller: Phone; readonly callee: Phone };

/** A call by that process, answered and written down. */
async function talk({ caller, callee }: Phones, program: CallingProgram) {
  dial(caller, program.hop, { uri: `sip:+${number}@127.0.0.1` });
  const incoming = await callee.told.calls.next();
  incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
  const { session } = await caller.told.answered.next();
  await callee.told.acks.next();
  for (;;) {
    const [call] = await program.calls();
    if (call?.answeredAtMs !== null && call !== undefined) return { session, id: call.id };
    await systemClock.sleep(20);
  }
}

/** Signs of life are told by it. */
async function clockOf(database: TestDatabase): Promise<number> {
  const sql = 'SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms';
  const [row] = (await database.run(sql)) as readonly { readonly now_ms: number }[];
  return must(row, 'row').now_ms;
}

async function ended(program: CallingProgram, id: number): Promise<CallRecord> {
  for (;;) {
    const call = (await program.calls()).find((each) => each.id === id);
    if (call !== undefined && call.endedAtMs !== null) return call;
    await systemClock.sleep(100);
  }
}

suite('two processes carry calls', { skip: withoutServer, timeout }, () => {
  test('and one that is killed leaves its calls to the other, which bills what is proved', async () => {
    await using world = await openWorld();
    const { one, two } = world;
    const interrupted = await talk(world, one);
    const standing = await talk(world, two);
    assert.equal(await two.balance(), 10_000_000 - 2 * reserve);
    one.server.signal('SIGKILL');
    await one.server.end;
    const killedAtMs = await clockOf(world.database);
    const first = await ended(two, interrupted.id);
    assert.equal(first.cause, 'interrupted');
    const provedMs = Math.max(killedAtMs, first.answeredAtMs ?? 0);
    assert.ok((first.endedAtMs ?? 0) <= provedMs, 'no second after its death');
    assert.equal(first.cost, first.billedS * 1_000);
    const talkedMs = (first.endedAtMs ?? 0) - (first.answeredAtMs ?? 0);
    assert.equal(first.billedS, Math.ceil(talkedMs / 1_000));
    standing.session.bye();
    const second = await ended(two, standing.id);
    assert.equal(second.cause, 'caller_hung_up');
    assert.equal(await two.balance(), 10_000_000 - first.cost - second.cost);
    const sums = await two.storage.accounts.ledgerSums(two.accountId, 'live');
    assert.equal(sums.balance, sums.movements - sums.costs);
  });
});

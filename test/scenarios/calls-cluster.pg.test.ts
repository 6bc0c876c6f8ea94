/** Calls of two processes on one PostgreSQL database, of which one is killed. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { riskyRangesMax } from '#numbers/calls/call-destinations.ts';
import type { CallRecord } from '#numbers/calls/call-record.ts';
import {
  number,
  rentNumber,
  target,
  withRentedNumber,
  withTrunks,
} from '#test/harness/call-world.ts';
import { CallingProgram } from '#test/harness/calling-program.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import {
  makeDatabase,
  openStorage,
  type TestDatabase,
  withoutServer,
} from '#test/harness/postgres-server.ts';
import { phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { answerSdp, dial, openPhone, type Phone } from '#test/harness/sip-phones.ts';
import { holdAuditKey } from '#test/harness/storage-beside.ts';

const timeout = 240_000;
const reserve = 120_000;
/** A number of ours that leads calls to another country. */
const abroad = phone('33755000002');
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
  await holdAuditKey(storage, folder.path);
  const moved = stack.move();
  return { caller, callee, database, one, two, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

type Phones = { readonly caller: Phone; readonly callee: Phone };

async function reach({ caller, callee }: Phones, program: CallingProgram, called: PhoneNumber) {
  dial(caller, program.hop, { uri: `sip:+${called}@127.0.0.1` });
  const incoming = await callee.told.calls.next();
  incoming.answer({ sdp: answerSdp }, callee.told.sessionHandlers());
  const { session } = await caller.told.answered.next();
  await callee.told.acks.next();
  return session;
}

/** A call by that process, answered and written down. */
async function talk(phones: Phones, program: CallingProgram) {
  const session = await reach(phones, program, number);
  for (;;) {
    const [call] = await program.calls();
    if (call?.answeredAtMs !== null && call !== undefined) return { session, id: call.id };
    await systemClock.sleep(20);
  }
}

/** What the caller hears in place of the callee. */
/** Each process looks once a second whether settings have changed, and once in two while it rests. */
function settingsAreRead(): Promise<void> {
  return systemClock.sleep(5_000);
}

async function refusal({ caller }: Phones, program: CallingProgram, called: PhoneNumber) {
  dial(caller, program.hop, { uri: `sip:+${called}@127.0.0.1` });
  const failure = await caller.told.failed.next();
  assert.ok(failure.kind === 'refused', failure.kind);
  return failure.status;
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

  test('and a range that is listed, or a country that is closed, is refused by both', async () => {
    await using world = await openWorld();
    const { one, two } = world;
    const { calls } = one.storage;
    const range = { prefix: target.slice(0, 4), reason: 'fraud', listedAtMs: 0 };
    (await reach(world, two, number)).bye();
    assert.ok(await calls.saveRiskyRange(range, anAuthor, riskyRangesMax));
    await settingsAreRead();
    for (const program of [one, two]) assert.equal(await refusal(world, program, number), 403);
    assert.ok(await calls.removeRiskyRange(range.prefix, anAuthor));
    await settingsAreRead();
    (await reach(world, one, number)).bye();

    const { accountId } = one;
    const rule = { kind: 'forward', target: phone('442079460000') } as const;
    await rentNumber(one.storage, { accountId, digits: abroad, rule });
    await calls.setCallCountries(accountId, ['GB'], anAuthor);
    (await reach(world, two, abroad)).bye();
    await calls.setCallCountries(accountId, [], anAuthor);
    for (const program of [one, two]) assert.equal(await refusal(world, program, abroad), 403);
    assert.equal(world.callee.told.calls.size, 0);
  });
});

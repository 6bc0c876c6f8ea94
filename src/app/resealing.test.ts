/** Another sealing key, on a real storage: nothing is unreadable at any moment, and nothing of the former key is left. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '#config.ts';
import { must } from '#core/assert.ts';
import { openLog } from '#core/log.ts';
import { sealedWith } from '#core/sealed.ts';
import { type SealedColumn, sealedColumns } from '#core/sealed-values.ts';
import type { RingSealer } from '#core/sealing-ring.ts';
import type { Storage } from '#storage/storage.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { fillSealed } from '#test/harness/sealed-rows.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { openMasterKeys, openRing, openSealer } from './master-keys.ts';
import { Resealing, type ResealingPorts } from './resealing.ts';
import { secretsOf } from './sealed-places.ts';

const columns = Object.keys(sealedColumns) as SealedColumn[];
const dayMs = 86_400_000;
const never = new AbortController().signal;

/** Pauses between commits are over at once. */
class RestlessClock extends HeldClock {
  override async sleep(): Promise<void> {}
}

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const masterKeyFile = path.join(folder.path, 'master.key');
  await writeFile(masterKeyFile, `${Buffer.alloc(32, 5).toString('base64')}\n`);
  const storage = stack.use(await openTemporaryStorage());
  const reading = readConfig({ PARLEY_MASTER_KEY_FILE: masterKeyFile }, {});
  assert.ok(reading.ok);
  const { config } = reading;
  const clock = new RestlessClock();
  const lines: string[] = [];
  const sealer = await openSealer(config, storage);
  await fillSealed(storage, sealer);
  const keys = openMasterKeys(config, storage);
  /** A process as it starts. */
  const start = async (over: Partial<ResealingPorts> = {}) => {
    const own = await openSealer(config, storage);
    const resealing = new Resealing({
      sealer: own,
      store: storage.settings,
      ring: openRing(config, storage, clock),
      knownToOthers: async () => true,
      prepare: async () => undefined,
      isMine: () => true,
      clock,
      log: openLog('info', (line) => lines.push(line)),
      ...over,
    });
    return { sealer: own, round: () => resealing.round(never) };
  };
  const opened = stack.move();
  return {
    storage,
    clock,
    lines,
    sealer,
    keys,
    start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Every secret in clear, by its place, as this process opens it. */
async function secretsIn(storage: Storage, sealer: RingSealer) {
  const secrets: string[] = [];
  const used = new Set<string>();
  for (const column of columns) {
    for (const row of await storage.settings.listSealed(column, undefined, 100)) {
      secretsOf(column, row, (sealed, place) => {
        assert.equal(sealer.open(sealed, place), `secret of ${place}`, column);
        secrets.push(place);
        used.add(must(sealedWith(sealed), 'name of a key'));
        return sealed;
      });
    }
  }
  return { secrets, used: [...used] };
}

function read({ database }: Storage, statement: ReturnType<typeof sql<Record<string, string>>>) {
  return database.read({ compile: () => statement.compile(database.build) });
}

function columnsOf(storage: Storage) {
  return read(
    storage,
    sql<Record<string, string>>`SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t
    JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
  );
}

/** Columns of the schema that say that they hold something sealed. */
async function sealedByName(storage: Storage): Promise<readonly SealedColumn[]> {
  const sealed = (await columnsOf(storage)).filter(({ column = '' }) => /sealed/.test(column));
  return sealed.map(({ table, column }) => `${table}.${column}` as SealedColumn);
}

/** Wherever a sealed text stands in the database, by table and column. */
async function placesOf(storage: Storage, keyId: string): Promise<ReadonlySet<string>> {
  const places = new Set<string>();
  for (const { table = '', column = '' } of await columnsOf(storage)) {
    const rows = await read(
      storage,
      sql<Record<string, string>>`SELECT 1 FROM ${sql.table(table)}
      WHERE instr(${sql.ref(column)}, ${`v1.${keyId}.`}) > 0 LIMIT 1`,
    );
    if (rows.length > 0) places.add(`${table}.${column}`);
  }
  return places;
}

suite('another sealing key', () => {
  test('takes the place of the former one everywhere, and a day later nothing is left of that', async () => {
    await using world = await openWorld();
    const { storage, clock, sealer, keys, start } = world;
    const [first = ''] = sealer.knownKeys;
    assert.deepEqual([...(await placesOf(storage, first))].toSorted(), columns.toSorted());
    for (const column of await sealedByName(storage)) assert.ok(columns.includes(column), column);
    const before = await secretsIn(storage, sealer);
    const process = await start();
    await process.round();
    assert.equal(await keys.reseal(anAuthor), true);
    assert.equal(await keys.reseal(anAuthor), false, 'one at a time');
    await process.round();
    await process.round();
    const after = await secretsIn(storage, process.sealer);
    assert.deepEqual(after.secrets, before.secrets);
    const [second = ''] = process.sealer.knownKeys;
    assert.deepEqual(after.used, [second]);
    assert.ok(process.sealer.knownKeys.includes(first), 'a command may still seal with it');
    // One that had read the keys before.
    await storage.settings.saveSetting(
      'demo.test_key',
      sealer.seal('secret of demo.test_key', 'demo.test_key'),
    );
    clock.advance(dayMs);
    await process.round();
    assert.ok(
      process.sealer.knownKeys.includes(first),
      'not in the round that has found something',
    );
    await process.round();
    assert.deepEqual(process.sealer.knownKeys, [second]);
    assert.deepEqual((await secretsIn(storage, process.sealer)).secrets, before.secrets);
    // A client's own words are not touched.
    assert.deepEqual([...(await placesOf(storage, first))], ['email.variables']);
    const actions = (await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 3)).map(
      ({ action }) => action,
    );
    assert.deepEqual(actions, ['sealing_key.finish', 'sealing_key.activate', 'sealing_key.begin']);
    assert.equal(await keys.reseal(anAuthor), true, 'and another one may follow');
  });

  test('leaves everything readable wherever it is killed, and goes on with the next start', async () => {
    await using world = await openWorld();
    const { storage, keys, start, sealer } = world;
    const [first = ''] = sealer.knownKeys;
    await keys.reseal(anAuthor);
    for (let writes = 0; writes <= columns.length; writes += 1) {
      let left = writes % 3;
      const store = {
        ...storage.settings,
        replaceSealed: async (...change: Parameters<Storage['settings']['replaceSealed']>) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          await storage.settings.replaceSealed(...change);
        },
      };
      const dying = await start({ store });
      await dying.round().catch(() => undefined);
      await dying.round().catch(() => undefined);
      const next = await start();
      const found = await secretsIn(storage, next.sealer);
      assert.ok(found.secrets.length > columns.length);
    }
    const last = await start();
    await last.round();
    const { used } = await secretsIn(storage, last.sealer);
    assert.ok(used.length === 1 && used[0] !== first);
  });

  test('seals nothing before all processes know it, and what one seals the other opens', async () => {
    await using world = await openWorld();
    const { storage, keys, start, sealer: older } = world;
    const [first = ''] = older.knownKeys;
    const a = await start({
      // A process from before there were rings tells nothing.
      knownToOthers: async (keyId) => b.sealer.knownKeys.includes(keyId),
    });
    const b = await start({ isMine: () => false });
    await keys.reseal(anAuthor);
    await a.round();
    assert.equal(sealedWith(a.sealer.seal('x', 'y')), first);
    await b.round();
    await a.round();
    const sealed = a.sealer.seal('x', 'y');
    assert.notEqual(sealedWith(sealed), first);
    assert.equal(b.sealer.open(sealed, 'y'), 'x', 'before it has read the keys anew');
    assert.equal(a.sealer.open(b.sealer.seal('x', 'y'), 'y'), 'x');
    await b.round();
    assert.equal(sealedWith(b.sealer.seal('x', 'y')), sealedWith(sealed));
    await secretsIn(storage, b.sealer);
  });

  test('waits while two master keys open the installation, and begins when the former one is retired', async () => {
    await using world = await openWorld();
    const { keys, start, clock, storage } = world;
    using folder = temporaryFolder();
    const process = await start();
    await keys.rotate(path.join(folder.path, 'new.key'), anAuthor);
    assert.equal(await keys.reseal(anAuthor), false);
    await process.round();
    assert.deepEqual(await keys.retire(anAuthor), { isBegun: true });
    assert.deepEqual(await keys.retire(anAuthor), { isBegun: false });
    await process.round();
    clock.advance(dayMs);
    for (let rounds = 0; rounds < 3; rounds += 1) await process.round();
    assert.equal(process.sealer.knownKeys.length, 1);
    assert.equal((await secretsIn(storage, process.sealer)).used.length, 1);
  });

  test('keeps the former key for a value that it cannot open, and says which that is', async () => {
    await using world = await openWorld();
    const { keys, start, clock, storage, sealer, lines } = world;
    await storage.settings.saveSetting('demo.test_key', sealer.seal('x', 'another place'));
    await keys.reseal(anAuthor);
    const process = await start();
    for (let rounds = 0; rounds < 5; rounds += 1) {
      await process.round();
      clock.advance(dayMs);
    }
    assert.equal(process.sealer.knownKeys.length, 2);
    assert.ok(
      lines.some((line) => /secrets\.unreadable/.test(line) && /demo\.test_key/.test(line)),
    );
  });
});

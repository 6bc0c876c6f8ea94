/** A PostgreSQL database that is lost, and restored from a dump that is older than what clients know. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { idsOfStream } from '#model/event-ids.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';
import {
  administer,
  makeEmptyDatabase,
  type TestDatabase,
  withoutServer,
} from '#test/harness/postgres-server.ts';
import { runnable } from '#test/harness/runnable.ts';
import { openWebhookSink, type WebhookSink } from '#test/harness/webhook-sink.ts';

const run = promisify(execFile);
const [ann, bob, eve] = ['+33639980001', '+33639980002', '+33639980003'] as const;
const withoutTools = await runnable('pg_restore', ['--version']);

type World = AsyncDisposable & {
  readonly folder: ParleyFolder;
  readonly lost: TestDatabase;
  readonly sink: WebhookSink;
  /** Whose `./data` are two processes' own. */
  readonly machines: readonly [string, string];
  readonly keyFile: string;
};

async function openWorld(): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openParleyFolder());
  const lost = stack.use(await makeEmptyDatabase());
  const sink = stack.use(await openWebhookSink());
  const machines = [path.join(folder.path, 'one'), path.join(folder.path, 'two')] as const;
  for (const machine of machines) await mkdir(path.join(machine, 'data'), { recursive: true });
  const keyFile = path.join(folder.path, 'master.key');
  const opened = stack.move();
  const dispose = () => opened.disposeAsync();
  return { folder, lost, sink, machines, keyFile, [Symbol.asyncDispose]: dispose };
}

function openOn({ address }: TestDatabase, { keyFile }: World): Promise<OpenedApp> {
  return openApp({ PARLEY_DATABASE: address, PARLEY_MASTER_KEY_FILE: keyFile });
}

function isDelivered({ body }: { readonly body: string }): boolean {
  return body.includes('"delivered"');
}

/** Answers the ids of the messages, after all of them were reported. */
async function send(app: OpenedApp, { sink }: World, ...phones: readonly string[]) {
  const ids: number[] = [];
  for (const phoneNumbers of phones) {
    const known = sink.received.filter((each) => isDelivered(each)).length;
    const asked = { apiKey: app.testKey, phoneNumbers, message: 'Hello', urlDlr: sink.url };
    const { status, json } = await app.post('/v1/send', asked);
    assert.equal(status, 200);
    ids.push(Number(json['message_id']));
    await sink.until(known + 1, isDelivered);
  }
  return ids;
}

/** What `parley …` answers as JSON on one of the machines. */
async function command(
  { folder, keyFile }: World,
  { address }: TestDatabase,
  machine: string,
  ...argv: readonly string[]
) {
  const environment = { PARLEY_DATABASE: address, PARLEY_MASTER_KEY_FILE: keyFile };
  const { code, out, err } = await folder.run([...argv, '--json'], { cwd: machine, environment });
  assert.equal(code, 0, err);
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

/** With the tools where they are there; else as the server copies a database. */
async function dump({ address, name }: TestDatabase, file: string): Promise<void> {
  if (withoutTools === false) await run('pg_dump', ['--format=custom', '--file', file, address]);
  else await administer(`CREATE DATABASE ${name}_dump TEMPLATE ${name}`);
}

async function restore(lost: TestDatabase, into: TestDatabase, file: string): Promise<void> {
  if (withoutTools === false) {
    await run('pg_restore', ['--no-owner', '--dbname', into.address, file]);
    return;
  }
  await administer(`DROP DATABASE ${into.name}`);
  await administer(`ALTER DATABASE ${lost.name}_dump RENAME TO ${into.name}`);
}

async function numbersOfEvents(database: TestDatabase): Promise<readonly number[]> {
  const rows = await database.run('SELECT id FROM webhook_event ORDER BY id');
  return (rows as readonly { readonly id: string }[]).map(({ id }) => Number(id) % idsOfStream);
}

suite('a database that pg_restore has filled', { skip: withoutServer, timeout: 240_000 }, () => {
  test('gives no id twice, and has nobody in it who was erased since the dump', async () => {
    await using world = await openWorld();
    const { lost, machines } = world;
    const [one, two] = machines;
    const file = path.join(world.folder.path, 'dump');
    {
      await using app = await openOn(lost, world);
      await send(app, world, ann, bob);
    }
    await dump(lost, file);
    const known: number[] = [];
    {
      await using app = await openOn(lost, world);
      known.push(...(await send(app, world, eve)));
    }
    await command(world, lost, one, 'erase', '--phone', ann);
    await command(world, lost, two, 'erase', '--phone', bob);
    const events = await numbersOfEvents(lost);

    await using found = await makeEmptyDatabase();
    await restore(lost, found, file);
    const lists = ['--erasures', path.join(two, 'data', 'erasures.jsonl')];
    const restored = await command(world, found, one, 'restored', ...lists);
    assert.equal(restored['erased'], 2);
    for (const phone of [ann, bob]) {
      const dry = await command(world, found, one, 'erase', '--phone', phone, '--dry-run');
      const counts = Object.values(dry['wouldErase'] as Readonly<Record<string, number>>);
      assert.ok(
        counts.every((count) => count === 0),
        `${phone} ${JSON.stringify(dry)}`,
      );
    }

    await using app = await openOn(found, world);
    const before = new Set(await numbersOfEvents(found));
    const [next = 0] = await send(app, world, eve);
    assert.ok(next > Math.max(...known), `${next} is behind ${known.join()}`);
    const given = (await numbersOfEvents(found)).filter((number) => !before.has(number));
    assert.ok(given.length > 0);
    for (const number of given) assert.ok(number > Math.max(...events), String(number));
    const { findings } = await command(world, found, one, 'doctor', '--port', `${app.app.port}`);
    const told = findings as readonly { readonly of: string; readonly says: string }[];
    assert.match(
      told.find(({ of }) => of === 'restore')?.says ?? '',
      /restored from a dump 0 days ago/,
    );
  });

  test('is left as it is while a process runs on it, and where a list cannot be read', async () => {
    await using world = await openWorld();
    const { lost, folder, keyFile } = world;
    const [one] = world.machines;
    const environment = { PARLEY_DATABASE: lost.address, PARLEY_MASTER_KEY_FILE: keyFile };
    const type = (...argv: readonly string[]) => folder.run(argv, { cwd: one, environment });
    const blocks = () => lost.run('SELECT * FROM id_block ORDER BY name');
    {
      await using _ = await openOn(lost, world);
      const standing = await blocks();
      const { code, err } = await type('restored');
      assert.equal(code, 1);
      assert.match(err, /Process \d+ on \S+ was seen \d+ s ago: stop all processes/);
      assert.deepEqual(await blocks(), standing);
    }
    const standing = await blocks();
    const nowhere = await type('restored', '--erasures', path.join(one, 'nothing'));
    assert.match(nowhere.err, /There is no file/);
    const foreign = await type('restored', '--erasures', `${keyFile},${keyFile}`);
    assert.equal(foreign.code, 1);
    assert.deepEqual(await blocks(), standing);
    const alone = await type('restored');
    assert.equal(alone.code, 0, alone.err);
    assert.match(alone.err, /Warning: No erasures\.jsonl was found or given/);
  });

  test('is what the command is for, and a folder is not', async () => {
    await using folder = await openParleyFolder();
    const { code, err } = await folder.run(['restored']);
    assert.equal(code, 1);
    assert.match(err, /"parley restore" does this itself/);
  });
});

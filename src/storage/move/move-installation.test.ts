import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import { verifyChain } from '#core/audit-chain.ts';
import type { InboundItem, InboundMessage } from '#sms/inbound/inbound-store.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openPglite } from '#test/harness/pglite.ts';
import { openOnServer, serverAnswers } from '#test/harness/postgres-server.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { compileSteps, type Database } from '../queries/database.ts';
import type { Storage } from '../storage.ts';
import { type MoveResult, moveInstallation } from './move-installation.ts';
import { refuseUnfinished } from './target.ts';

const pglite = serverAnswers ? undefined : await openPglite();
after(() => pglite?.[Symbol.asyncDispose]());

const dayMs = 86_400_000;

type World = AsyncDisposable & {
  readonly source: Storage;
  readonly target: Storage;
  readonly lines: readonly string[];
  /** With another database in the target's place, or into what an earlier move left. */
  move(over?: { target?: Database; replaceUnfinished?: boolean }): Promise<MoveResult>;
};

async function openWorld(clock = new HeldClock()): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const { storage: source } = stack.use(await new CommandLine(folder.path, { clock }).open());
  const target = stack.use(await (pglite?.open() ?? openOnServer()));
  const lines: string[] = [];
  const opened = stack.move();
  return {
    source,
    target,
    lines,
    move: (over = {}) =>
      moveInstallation({
        source: source.database,
        target: target.database,
        replaceUnfinished: false,
        clock: new HeldClock(),
        tell: (line) => lines.push(line),
        ...over,
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Somebody has worked with it: every kind of row, text and number. */
async function fill(storage: Storage, messages: number) {
  const account = await storage.accounts.createAccount(
    {
      name: "O'Neil \u{1F44B} \0",
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(Number.MAX_SAFE_INTEGER),
      testBalance: money(-1),
      createdAtMs: atMs,
    },
    'test',
  );
  const key = {
    accountId: account.id,
    mode: 'live',
    label: '',
    hash: 'h',
    createdAtMs: atMs,
  } as const;
  await storage.accounts.createKey({ ...key, bases: ['sms', 'email'], prefix: 'live_x' }, 'test');
  await storage.ids.reserveIds('message', 10_000);
  await storage.settings.saveSetting('a', 'b');
  const first = { key: 'k', fingerprint: 'f', reply: '{"é":"\u0000"}', forgottenBeforeMs: 0 };
  const acceptances = Array.from({ length: messages }, (_, index) =>
    anAcceptance(account, index + 1, {
      message: { text: index === 7 ? `\0${'é'.repeat(1_500_000)}` : 'Hello', tag: `${index}` },
      idempotency: index === 0 ? first : undefined,
    }),
  );
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.slice(10).map((acceptance) => aSubmit(acceptance));
  const receipts = submits
    .slice(10)
    .map((submit, index) =>
      aMatch(submit, anEvent(index + 1, { body: Buffer.from([0, 255, index % 256]) })),
    );
  await storage.messages.recordFacts({ submits, receipts, refusals: [] });
  const again = submits.slice(0, 1).map((submit) => ({ ...submit, submittedPartId: 1 }));
  await storage.messages.recordFacts({ submits: again, receipts: [], refusals: [] });
  await storage.inbound.recordInbound([1, 2, 3].map(() => aLongInbound()));
  return account;
}

suite('moving an installation', () => {
  test('everything is there afterwards, and goes on where it was', async () => {
    await using world = await openWorld();
    const { source, target } = world;
    const account = await fill(source, 2_500);
    const moved = await world.move();
    assert.ok(moved.ok);
    const rows = new Map(moved.tables.map(({ table, rows: count }) => [table, count]));
    assert.deepEqual(
      ['account', 'message', 'job', 'further_submit', 'webhook_event', 'inbound_message'].map(
        (table) => rows.get(table),
      ),
      [1, 2_500, 10 + 2_480, 1, 2_480, 3],
    );
    assert.deepEqual(
      await target.accounts.findAccount(account.id),
      await source.accounts.findAccount(account.id),
    );
    for (const purse of ['live', 'test'] as const) {
      assert.deepEqual(
        { ...(await target.accounts.ledgerSums(account.id, purse)) },
        { ...(await source.accounts.ledgerSums(account.id, purse)) },
      );
    }
    const status = await target.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      100,
      phone('33612345678'),
    );
    assert.equal(status?.state, 'delivered');
    const due = { lane: 'sms/1/0:normal/1', nowMs: atMs, limit: 100 };
    assert.deepEqual(await target.messages.dueParts(due), await source.messages.dueParts(due));
    const owed = { lane: 'webhook/1', nowMs: atMs, limit: 3_000 };
    const bodies = async (storage: Storage) =>
      (await storage.webhooks.dueDeliveries(owed)).map(({ load }) => [...load.body]);
    assert.deepEqual(await bodies(target), await bodies(source));
    assert.equal(await target.settings.settingsVersion(), await source.settings.settingsVersion());
    await refuseUnfinished(target.database);
    for (const name of ['process', 'lease', 'smpp_bind', 'process_note'])
      assert.equal(rows.has(name), false);
  });

  test('the chain of an audit whose beginning is forgotten goes on there, with its key', async () => {
    const oldMs = Date.now() - 900 * dayMs;
    // The key was made as long ago.
    await using world = await openWorld(new HeldClock(oldMs));
    const { source, target } = world;
    const note = { action: 'route.set', target: 'a', accountId: null, details: {} };
    const old = { actor: 'test', atMs: oldMs };
    for (const author of [old, old, { ...old, atMs }]) await source.audit.note(author, note);
    const nowMs = Date.now();
    const age = { nowMs, beforeMs: nowMs - 731 * dayMs };
    for await (const rows of source.history.forgetAudit(age)) assert.equal(rows, 3);
    assert.ok((await world.move()).ok);
    assert.equal((await target.audit.auditStart()).n, 3);
    const sealed = await source.settings.findSetting('audit.key');
    assert.equal(await target.settings.findSetting('audit.key'), sealed);
    // Nothing goes on with it that has not opened the key.
    await assert.rejects(target.audit.note({ ...old, atMs }, note), /without its key/);
    assert.equal((await verifyChain(target.audit)).ok, false);
    await target.audit.holdAuditKey(must(source.audit.auditKey(), 'key of the audit'));
    assert.deepEqual(await verifyChain(target.audit), { ok: true, rows: 1 });
    await target.audit.note({ ...old, atMs }, note);
    assert.deepEqual(await verifyChain(target.audit), { ok: true, rows: 2 });
  });

  test('no id is given a second time', async () => {
    await using world = await openWorld();
    const { source, target } = world;
    const account = await fill(source, 30);
    assert.ok((await world.move()).ok);
    await target.audit.holdAuditKey(must(source.audit.auditKey(), 'key of the audit'));
    assert.equal(await target.ids.reserveIds('message', 1), 10_001);
    const [standing] = await target.accounts.listKeys(account.id);
    const key = { ...standing, accountId: account.id, hash: 'other', createdAtMs: atMs } as const;
    const made = await target.accounts.createKey(
      { ...key, bases: [], mode: 'test', prefix: '', label: '' },
      'test',
    );
    assert.equal(made.id, (standing?.id ?? 0) + 1);
    const next = await target.accounts.createAccount(
      { ...account, balance: money(5), testBalance: money(0) },
      'test',
    );
    assert.equal(next.id, account.id + 1);
    assert.equal((await target.accounts.ledgerSums(next.id, 'live')).movements, 5);
  });

  test('says how far it is: rows, their share and their rate', async () => {
    await using world = await openWorld();
    await world.source.settings.saveSetting('a', 'b');
    assert.ok((await world.move()).ok);
    assert.equal(world.lines.length, 2);
    assert.match(world.lines[0] ?? '', /^(\d+) of \1 rows copied, 100 %, [1-9][\d,]* rows\/s$/);
    assert.match(world.lines[1] ?? '', /^(\d+) of \1 rows compared, 100 %/);
  });

  test('a database that somebody uses is left as it is', async () => {
    await using world = await openWorld();
    await world.target.settings.saveSetting('mine', 'kept');
    assert.deepEqual(await world.move(), { ok: false, refusal: 'target is in use' });
    const again = await world.move({ replaceUnfinished: true });
    assert.deepEqual(again, { ok: false, refusal: 'target is in use' });
    assert.equal(await world.target.settings.findSetting('mine'), 'kept');
  });

  test('a move that ends halfway leaves a target on which nothing starts, until it is replaced', async () => {
    await using world = await openWorld();
    const account = await fill(world.source, 30);
    let writes = 0;
    const breaking: Database = {
      ...world.target.database,
      async write(steps) {
        writes += 1;
        if (writes > 12) throw new Error('The server is gone');
        return world.target.database.write(steps);
      },
    };
    await assert.rejects(world.move({ target: breaking }), /is gone/);
    await assert.rejects(refuseUnfinished(world.target.database), {
      name: 'StorageRefused',
      message: /not all there.*--replace-unfinished/,
    });
    assert.deepEqual(await world.move(), { ok: false, refusal: 'target is unfinished' });
    const moved = await world.move({ replaceUnfinished: true });
    assert.ok(moved.ok);
    assert.equal((await world.target.accounts.listAccounts(0, 10)).length, 1);
    assert.ok(
      await world.target.messages.findStatus(
        { accountId: account.id, mode: 'live' },
        30,
        phone('33612345678'),
      ),
    );
  });

  const changes = {
    'a row that is missing': 'DELETE FROM recipient WHERE id = 512 * 17',
    'a row too many behind the last':
      'INSERT INTO recipient SELECT 99999999, phone, operator_id, parts, concat_reference, cost, state, reason, changed_at FROM recipient WHERE id = 512',
    'a number that is another': 'UPDATE recipient SET cost = cost + 1 WHERE id = 512 * 30',
  };
  for (const [name, statement] of Object.entries(changes)) {
    test(`${name} is found, and the target stays unfinished`, async () => {
      await using world = await openWorld();
      await fill(world.source, 30);
      const changing: Database = {
        ...world.target.database,
        async write(steps) {
          const written = await world.target.database.write(steps);
          const isLast = compileSteps(steps).some((step) =>
            step.sql.includes('ANALYZE "recipient"'),
          );
          if (isLast) await world.target.database.write([{ query: plainQuery(world, statement) }]);
          return written;
        },
      };
      const refused = await world.move({ target: changing });
      assert.deepEqual(refused, { ok: false, refusal: 'copy differs', table: 'recipient' });
      await assert.rejects(refuseUnfinished(world.target.database));
    });
  }
});

function plainQuery({ target }: World, statement: string) {
  return { compile: () => sql.raw(statement).compile(target.database.build) };
}

/** Two of them do not fit into a page. */
function aLongInbound(): InboundItem {
  const message: InboundMessage = {
    operatorId: 1,
    sender: '33612345678',
    receiver: '36180',
    kind: 'binary',
    accountId: null,
    text: undefined,
    octets: Buffer.alloc(3_000_000, 255),
    dataCoding: 4,
    receivedAtMs: atMs,
    partsReceived: 1,
    partsTotal: 1,
    answersMessageId: 0,
    test: false,
  };
  return { kind: 'message', message, events: [], groupId: null };
}

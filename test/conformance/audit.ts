/** The audit forgets what is older than two years, from its beginning on and no faster, and stays a chain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditQuery } from '#accounts/audit-store.ts';
import { type AuditKey, chainRows, verifyChain } from '#core/audit-chain.ts';
import type { Storage } from '#storage/storage.ts';
import { drain } from './setup.ts';

const dayMs = 86_400_000;
const keptDays = 731;

export function auditForgetting(open: () => Promise<Storage>): void {
  test('the audit is looked up by who, what and when, from either end, and counted', async () => {
    await using storage = await open();
    const { audit } = storage;
    const note = (actor: string, at: number, action: string, accountId: number | null) =>
      audit.note({ actor, atMs: at }, { action, target: `t${at}`, accountId, details: {} });
    const before = (await audit.auditTotal({})).records;
    await note('ada@parley.example', 1_000, 'route.set', null);
    await note('bob@parley.example', 2_000, 'route.remove', 7);
    await note('ada@parley.example', 3_000, 'key.create', 7);
    const all = { beforeId: Number.MAX_SAFE_INTEGER, limit: 100 };
    const find = async (wish: Partial<AuditQuery>) => {
      const { records } = await audit.auditRecords({ ...all, ...wish });
      return records.map(({ target }) => target);
    };
    assert.deepEqual(await find({ accountId: 7 }), ['t3000', 't2000']);
    assert.deepEqual(await find({ accountId: 7, afterId: 0 }), ['t2000', 't3000']);
    assert.deepEqual(await find({ actor: 'ADA@' }), ['t3000', 't1000']);
    assert.deepEqual(await find({ action: 'route.' }), ['t2000', 't1000']);
    assert.deepEqual(await find({ target: 't2' }), ['t2000']);
    assert.deepEqual(await find({ accountId: 7, fromMs: 2_000, untilMs: 3_000 }), ['t2000']);
    const first = await audit.auditRecords({ ...all, accountId: 7, limit: 1 });
    const next = await audit.auditRecords({ ...all, accountId: 7, beforeId: first.nextId ?? 0 });
    assert.deepEqual(
      next.records.map(({ target }) => target),
      ['t2000'],
    );
    assert.equal(next.nextId, undefined);
    const whole = await audit.auditRecords({ ...all, accountId: 7, limit: 2 });
    assert.deepEqual([whole.records.length, whole.nextId], [2, undefined]);
    assert.deepEqual(await audit.auditTotal({}), { records: before + 3, of: undefined });
    assert.deepEqual(await audit.auditTotal({ accountId: 7 }), { records: 2, of: undefined });
    assert.deepEqual(await audit.auditTotal({ actor: 'bob' }), { records: 1, of: undefined });
  });

  test('the audit forgets rows of more than 24 months, and is a chain from there on', async () => {
    await using storage = await open();
    await noteAges(storage, [...ages(600, 900), 10, 800]);
    const before = await storage.audit.auditHead();
    assert.equal(await drain(storage.history.forgetAudit(age())), 600);
    assert.deepEqual(await verifyChain(storage.audit), { ok: true, rows: 2 });
    assert.equal((await storage.audit.auditStart()).n, 600);
    assert.deepEqual(await storage.audit.auditHead(), before);
    const left = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    // One that is old stays behind one that is not: nothing is taken out of the middle.
    assert.equal(left.length, 2);
    await noteAges(storage, [0]);
    assert.deepEqual(await verifyChain(storage.audit), { ok: true, rows: 3 });
    assert.equal(await drain(storage.history.forgetAudit(age())), 0);
  });

  test('an audit that is all old is forgotten to its last row, and goes on behind it', async () => {
    await using storage = await open();
    await noteAges(storage, ages(3, 900));
    assert.equal(await drain(storage.history.forgetAudit(age())), 3);
    assert.deepEqual(await verifyChain(storage.audit), { ok: true, rows: 0 });
    await noteAges(storage, [0, 0]);
    assert.equal((await storage.audit.auditHead()).n, 5);
    assert.deepEqual(await verifyChain(storage.audit), { ok: true, rows: 2 });
  });

  test('what is younger is forgotten by nobody, and a cut without its note is found', async () => {
    await using storage = await open();
    const { build } = storage.database;
    await noteAges(storage, [900, 700, 600]);
    assert.equal(await drain(storage.history.forgetAudit(age())), 1);
    const [row] = await storage.audit.auditChain(1, 1);
    const refused = [
      build.deleteFrom('audit').where('n', '=', 2),
      build.updateTable('audit_start').set({ n: 2, hash: row?.hash ?? '' }),
      build.updateTable('audit_start').set({ before: Date.now(), moved_at: Date.now() }),
      build.updateTable('audit_start').set({ n: 0, hash: '' }),
      build.updateTable('audit_start').set({ hash: 'another' }),
      build.deleteFrom('audit_start'),
      build
        .insertInto('audit_start')
        .values({ one: 1, n: 2, hash: row?.hash ?? '', before: 0, moved_at: 0 }),
    ];
    for (const query of refused) await assert.rejects(storage.database.write([{ query }]));
    assert.deepEqual(await verifyChain(storage.audit), { ok: true, rows: 2 });
    const cut = {
      auditStart: () => storage.audit.auditStart(),
      auditHead: () => storage.audit.auditHead(),
      auditKey: () => undefined,
      auditChain: (afterN: number, limit: number) => storage.audit.auditChain(afterN + 1, limit),
    };
    assert.deepEqual(await verifyChain(cut), { ok: false, n: 2 });
  });

  test('the chain is made with a key from a row on, and nothing behind it is accepted without', async () => {
    await using storage = await open();
    await noteAges(storage, [2, 1]);
    const key = await begunKey(storage);
    await Promise.all([1, 2, 3].map(() => noteAges(storage, [0])));
    const { audit } = storage;
    assert.deepEqual(await verifyChain(audit), { ok: true, rows: 6 });
    assert.deepEqual(await verifyChain(await rebuilt(storage, 0, undefined)), { ok: false, n: 3 });
    const anothers = { ...key, key: Buffer.alloc(32, 2) };
    assert.deepEqual(await verifyChain(await rebuilt(storage, 4, anothers)), { ok: false, n: 5 });
    // Who makes a chain with the key is the program.
    assert.deepEqual(await verifyChain(await rebuilt(storage, 0, key)), { ok: true, rows: 6 });
  });

  test('a tail that is cut off is known by the seal of the head, a row that is put behind it by the head', async () => {
    await using storage = await open();
    const key = await begunKey(storage);
    await noteAges(storage, [0, 0]);
    const whole = await rebuilt(storage, 0, key);
    const { n, hash, seal } = await whole.auditHead();
    const [before] = await whole.auditChain(n - 2, 1);
    const heads = [
      { n: n - 1, hash: before?.hash ?? '', seal },
      { n: n - 1, hash: before?.hash ?? '', seal: '' },
      { n, hash, seal: '' },
    ];
    for (const head of heads) {
      const cut = { ...whole, auditHead: async () => head };
      assert.deepEqual(await verifyChain(cut), { ok: false, n: head.n });
    }
    const row = { id: 99, n: n + 1, hash: 'x', at: 0, actor: 'x', account_id: null } as const;
    const more = { action: 'x', target: 'x', details: '{}' };
    const query = storage.database.build.insertInto('audit').values({ ...row, ...more });
    await storage.database.write([{ query }]);
    assert.deepEqual(await verifyChain(storage.audit), { ok: false, n: n + 1 });
  });

  test('an audit has one key, and no row comes without it or past the program', async () => {
    await using storage = await open();
    const { audit, database } = storage;
    await begunKey(storage);
    const other = { key: Buffer.alloc(32, 3), from: 2 };
    assert.equal(await audit.keepAuditKey('another', other, { actor: 'b', atMs: 1 }), 'sealed');
    const head = await audit.auditHead();
    const row = { at: 1, actor: 'x', account_id: null, action: 'x', target: 'x', details: '{}' };
    const past = database.build.insertInto('audit').values(row);
    await assert.rejects(database.write([{ query: past }]));
    const unplaced = database.build.insertInto('audit').values({ ...row, hash: 'x' });
    await database.write([{ query: unplaced }]);
    const listed = await audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      listed.map(({ action }) => action),
      ['audit.keyed'],
    );
    assert.deepEqual(await audit.auditHead(), head);
  });

  test('a clock that is a year ahead takes a day of the audit with it, not a year', async () => {
    await using storage = await open();
    const { build } = storage.database;
    await noteAges(
      storage,
      ages(365, keptDays + 365).map((days, n) => days - n),
    );
    // What was old by the right clock, and half a day ago.
    const before = Date.now() - (keptDays + 365.5) * dayMs;
    const rightly = build.updateTable('audit_start').set({ before, moved_at: 0 });
    await storage.database.write([{ query: rightly }]);
    assert.equal(await drain(storage.history.forgetAudit(age())), 1);
    assert.equal(await drain(storage.history.forgetAudit(age())), 0);
    assert.deepEqual(await verifyChain(storage.audit), { ok: true, rows: 364 });
  });
}

async function begunKey({ audit }: Storage): Promise<AuditKey> {
  const { n } = await audit.auditHead();
  const key = { key: Buffer.alloc(32, 1), from: n + 1 };
  assert.equal(await audit.keepAuditKey('sealed', key, { actor: 'a', atMs: 1 }), 'sealed');
  await audit.holdAuditKey(key);
  return key;
}

/** As who can write the database leaves it: another actor in all rows, and the chain made anew behind one of them. */
async function rebuilt({ audit }: Storage, afterN: number, key: AuditKey | undefined) {
  const kept = await audit.auditChain(0, afterN);
  const { n, hash } = kept.at(-1) ?? { n: 0, hash: '' };
  const changed = (await audit.auditChain(afterN, 100)).map((row) => ({ ...row, actor: 'other' }));
  const made = chainRows({ n, hash, seal: '' }, changed, key);
  const rows = [...kept, ...made.rows];
  return {
    auditStart: () => audit.auditStart(),
    auditHead: async () => made.head,
    auditChain: async (after: number, limit: number) =>
      rows.filter((row) => row.n > after).slice(0, limit),
    auditKey: () => audit.auditKey(),
  };
}

function age() {
  const nowMs = Date.now();
  return { nowMs, beforeMs: nowMs - keptDays * dayMs };
}

function ages(rows: number, days: number): number[] {
  return Array.from({ length: rows }, () => days);
}

/** One row for each age in days, in this order. */
async function noteAges(storage: Storage, days: readonly number[]): Promise<void> {
  const note = { action: 'route.set', target: 'a', accountId: null, details: {} };
  for (const old of days) {
    await storage.audit.note({ actor: 'test', atMs: Date.now() - old * dayMs }, note);
  }
}

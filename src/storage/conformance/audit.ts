/** The audit forgets what is older than two years, from its beginning on and no faster, and stays a chain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyChain } from '#core/audit-chain.ts';
import type { Storage } from '../storage.ts';
import { drain } from './setup.ts';

const dayMs = 86_400_000;
const keptDays = 731;

export function audit(open: () => Promise<Storage>): void {
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
      auditChain: (afterN: number, limit: number) => storage.audit.auditChain(afterN + 1, limit),
    };
    assert.deepEqual(await verifyChain(cut), { ok: false, n: 2 });
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

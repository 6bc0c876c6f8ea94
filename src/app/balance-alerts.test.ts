import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Notice } from '#mail/sending/notice-mailer.ts';
import { withAccount, withFrenchOwner } from '#test/conformance/setup.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { money } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { alertLowBalances } from './balance-alerts.ts';

const author = { actor: 'test', atMs: 1 };

async function setup() {
  const storage = await openTemporaryStorage();
  const { id } = await withAccount(storage, 5_000_000);
  await storage.accounts.changeAccount(id, { alertLevel: money(3_000_000) }, author);
  const sent: Notice[] = [];
  const ports = {
    accounts: storage.accounts,
    audit: storage.audit,
    people: storage.people,
    mailer: {
      send: async (notice: Notice) => {
        sent.push(notice);
        return { ok: true, emailId: 1 } as const;
      },
    },
    clock: new HeldClock(),
  };
  const move = (amount: number) =>
    storage.accounts.move({
      accountId: id,
      purse: 'live',
      amount: money(amount),
      kind: 'correction',
      ...author,
    });
  return {
    storage,
    id,
    sent,
    ports,
    move,
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

suite('a balance below its alert level', () => {
  test('is told once, and again when it has been back and falls anew', async () => {
    await using opened = await setup();
    const { ports, sent, move, id, storage } = opened;
    await alertLowBalances(ports);
    assert.equal(sent.length, 0);
    await move(-2_000_000);
    await alertLowBalances(ports);
    assert.equal(sent.length, 0, 'at the level it is not below it');
    await move(-1);
    await alertLowBalances(ports);
    await alertLowBalances(ports);
    assert.equal(sent.length, 1);
    const told = sent.map(({ subject, to }) => [subject, to.address]);
    assert.deepEqual(told, [['Your balance is low: 2.999 EUR', 'a@acme.example']]);
    const {
      records: [record],
    } = await storage.audit.auditRecords({
      accountId: id,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    assert.equal(record?.action, 'account.balance-low');
    await move(2_000_000);
    await alertLowBalances(ports);
    await move(-2_000_000);
    await alertLowBalances(ports);
    assert.equal(sent.length, 2);
    assert.equal(new Set(sent.map(({ dedupKey }) => dedupKey)).size, 2);
  });

  test('is the same mail where the process ends before it has noted that it was sent', async () => {
    await using opened = await setup();
    const { ports, sent, move } = opened;
    await move(-4_000_000);
    const dying = { ...ports.accounts, noteAlert: () => Promise.reject(new Error('away')) };
    await assert.rejects(alertLowBalances({ ...ports, accounts: dying }));
    await alertLowBalances(ports);
    assert.equal(sent.length, 2);
    assert.equal(new Set(sent.map(({ dedupKey }) => dedupKey)).size, 1);
  });

  test('is told in the language of the person who reads it', async () => {
    await using opened = await setup();
    const { ports, sent, move, storage, id } = opened;
    await withFrenchOwner(storage, { accountId: id, email: 'ada@acme.example' });
    await move(-4_000_000);
    await alertLowBalances(ports);
    assert.equal(sent[0]?.subject, 'Votre solde est bas : 1,000 EUR');
    assert.match(sent[0].text ?? '', /^Le solde de Acme est de 1,000 EUR, sous votre seuil/);
  });

  test('is told to nobody once there is no level any more', async () => {
    await using opened = await setup();
    const { ports, sent, move, storage, id } = opened;
    await storage.accounts.changeAccount(id, { alertLevel: null }, author);
    await move(-4_000_000);
    await alertLowBalances(ports);
    assert.equal(sent.length, 0);
    assert.equal((await storage.accounts.findAccount(id))?.alertLevel, null);
  });
});

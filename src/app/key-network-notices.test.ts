/** From the use of a key to the mail of its owners. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { KeyUses } from '#accounts/key-uses.ts';
import { openLog } from '#core/log.ts';
import type { Notice } from '#mail/sending/notice-mailer.ts';
import type { Storage } from '#storage/storage.ts';
import { withAccount } from '#test/conformance/setup.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { notifyNewNetworks } from './key-network-notices.ts';
import { KeyUseNotes } from './key-use-notes.ts';

const hourMs = 3_600_000;

async function addOwner({ people, settings }: Storage, accountId: number) {
  await settings.saveSetting('setup', 'token');
  const user = { email: 'ada@acme.example', name: 'Ada', passwordHash: 'h', createdAtMs: 1 };
  const made = await people.createFirstUser(user, { name: 'setup', value: 'token' });
  await people.setRole(accountId, made?.id ?? 0, 'owner', { actor: 'test', atMs: 1 });
}

const failing = () => Promise.reject(new Error('away'));

async function setup() {
  const storage = await openTemporaryStorage();
  const { id: accountId } = await withAccount(storage);
  const bases = ['sms'] as const;
  const wish = { accountId, bases, mode: 'live', prefix: 'live_abcdef', label: 'Shop' } as const;
  const key = await storage.accounts.createKey({ ...wish, hash: 'h', createdAtMs: 1 }, 'test');
  const sent: Notice[] = [];
  const lines: string[] = [];
  const clock = new HeldClock();
  const log = openLog('info', (line) => lines.push(line));
  const mailer = {
    send: async (notice: Notice) => {
      sent.push(notice);
      return { ok: true, emailId: 1 } as const;
    },
  };
  const ports = { ...storage, mailer, clock };
  const process = () => {
    const uses = new KeyUses();
    const notes = new KeyUseNotes({ accounts: storage.accounts, log });
    return async (...addresses: readonly string[]) => {
      for (const address of addresses) uses.note(key.id, address);
      await notes.note(uses.take(), clock.nowMs());
    };
  };
  return {
    storage,
    accountId,
    key,
    sent,
    lines,
    clock,
    ports,
    process,
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

suite('a key that is used from a network that is new to it', () => {
  test('is told to the owners once, whichever process saw it, and its first network is no news', async () => {
    await using world = await setup();
    const { storage, accountId, sent, lines, ports } = world;
    await addOwner(storage, accountId);
    const [one, other] = [world.process(), world.process()];
    await one('192.0.2.1', '192.0.99.1');
    await notifyNewNetworks(ports);
    assert.deepEqual([sent.length, lines.length], [0, 0]);
    await Promise.all([one('198.51.100.1'), other('198.51.7.7')]);
    await notifyNewNetworks(ports);
    await world.process()('198.51.100.1');
    await notifyNewNetworks(ports);
    const told = sent.map(({ to, subject }) => [to.address, subject]);
    assert.deepEqual(told, [['ada@acme.example', 'An API key was used from a new network']]);
    assert.match(sent[0]?.text ?? '', /live_abcdef… \(Shop\) of Acme .* 198\.51\.0\.0\/16/);
    assert.equal(lines.filter((line) => line.includes('security.key-network')).length, 1);
    const {
      records: [record],
    } = await storage.audit.auditRecords({
      accountId: accountId,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    assert.equal(record?.action, 'key.new-network');
  });

  test('is one mail an hour at most, which names all of them', async () => {
    await using world = await setup();
    const { sent, ports, clock } = world;
    const use = world.process();
    await use('192.0.2.1');
    await use('198.51.100.1');
    await notifyNewNetworks(ports);
    await use('203.0.113.1');
    await use('2001:db8::1');
    await notifyNewNetworks(ports);
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.to.address, 'a@acme.example', 'an account without people has an address');
    clock.advance(hourMs + 1);
    await notifyNewNetworks(ports);
    assert.equal(sent.length, 2);
    assert.match(
      sent[1]?.text ?? '',
      /2001:db8::\/32, 203\.0\.0\.0\/16|203\.0\.0\.0\/16, 2001:db8::\/32/,
    );
  });

  test('is the same mail where the process ends before it has noted that it was sent', async () => {
    await using world = await setup();
    const { sent, ports, storage } = world;
    const use = world.process();
    await use('192.0.2.1');
    await use('198.51.100.1');
    const accounts = { ...storage.accounts, noteToldNetworks: failing };
    await assert.rejects(notifyNewNetworks({ ...ports, accounts }));
    await notifyNewNetworks(ports);
    assert.equal(sent.length, 2);
    assert.equal(new Set(sent.map(({ dedupKey }) => dedupKey)).size, 1);
  });
});
